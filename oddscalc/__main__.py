"""``python -m oddscalc``."""

from oddscalc._cli import main

main()
