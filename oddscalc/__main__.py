"""``python -m oddscalc``."""

from oddscalc.cli import main

main()
