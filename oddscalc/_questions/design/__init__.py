"""Inverse questions: which price, paytable or stake gives an edge that is wanted."""

from __future__ import annotations

from oddscalc._questions.design.breakeven import Fair, fair, fair_all
from oddscalc._questions.design.designs import Design, Wish, design
from oddscalc._questions.design.paytablefile import paytable_toml
from oddscalc._questions.design.stakes import Stakes, best_stakes
from oddscalc._questions.design.wishes import Grids, parse_band, parse_edge

__all__ = [
    "Design",
    "Fair",
    "Grids",
    "Stakes",
    "Wish",
    "best_stakes",
    "design",
    "fair",
    "fair_all",
    "parse_band",
    "parse_edge",
    "paytable_toml",
]
