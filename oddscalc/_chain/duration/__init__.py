"""How long a bet lasts: the exact distribution of the rolls to its decision.

The chain is stepped forward in integers for the probability of each roll, and solved for mean
and variance. Everything is also to be had given that some of the outcomes come about.
"""

from __future__ import annotations

from oddscalc._chain.duration.law import (
    at_least,
    cdf,
    decided,
    longer_than,
    pmf,
    quantile,
    quantiles,
)
from oddscalc._chain.duration.moments import Moments, moments, moments_by_outcome
from oddscalc._chain.duration.stepping import MOST_LISTED, MOST_ROLLS, most_rolls

__all__ = [
    "MOST_LISTED",
    "MOST_ROLLS",
    "Moments",
    "at_least",
    "cdf",
    "decided",
    "longer_than",
    "moments",
    "moments_by_outcome",
    "most_rolls",
    "pmf",
    "quantile",
    "quantiles",
]
