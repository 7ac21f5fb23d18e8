"""Measures the solver against others and against its own goals.

``python -m benchmarks`` runs everything, prints a table and writes ``docs/benchmarks.md``. It needs
``pip install "oddscalc[bench]"``, and nothing of it is part of the installed package.
"""
