"""Bets as users write them, from TOML to the answer."""

from __future__ import annotations

import tomllib
from fractions import Fraction

from oddscalc._bets.catalogue import Bet, shipped
from oddscalc._bets.compile import compile_bet
from oddscalc._bets.hand import Collect
from oddscalc._chain.chain import Chain, explore
from oddscalc._chain.solve import Solution, solve
from oddscalc._dice.dice import Dice

FIRE = """
id = "fire-benchmark"
name = "Fire"
kind = "points-made"
source = "benchmark"
rule = { points = "4..6, 8..10", win_at = 4, ends_on = "seven-out" }
"""

SMALL_TALL_ALL = """
id = "small-tall-all"
name = "Small, tall and all"
kind = "bundle"
source = "benchmark"
rule = { parts = { all-small = 1, all-tall = 1, all-or-nothing = 1 } }
"""

HOT_ROLLER = """
id = "hot-roller-ordered"
name = "Hot roller by ordered throws"
kind = "collect"
source = "benchmark"
[rule]
until = "7"
win_at = 2
[rule.groups]
4 = ["1 then 3", "2 then 2", "3 then 1"]
5 = ["1 then 4", "2 then 3", "3 then 2", "4 then 1"]
6 = ["1 then 5", "2 then 4", "3 then 3", "4 then 2", "5 then 1"]
8 = ["2 then 6", "3 then 5", "4 then 4", "5 then 3", "6 then 2"]
9 = ["3 then 6", "4 then 5", "5 then 4", "6 then 3"]
10 = ["4 then 6", "5 then 5", "6 then 4"]
"""

BETS = {"fire": FIRE, "small-tall-all": SMALL_TALL_ALL, "hot-roller": HOT_ROLLER}
"""The bets by the key of the problem that is the same chain, or that lumps into the same ends."""


def chain_of(text: str) -> Chain:
    """Return the chain of the bet in *text*, with the graph that people see."""
    automaton = compile_bet(Bet.from_toml(tomllib.loads(text)), shipped())
    dice = Dice.fair()
    reduction = automaton.reduction(dice) if isinstance(automaton, Collect) else None
    start = {automaton.start(None): Fraction(1)}
    chain = explore(automaton, start, dice, reduction=reduction)
    assert chain.graph.number_of_nodes() >= len(chain.states)
    return chain


def answered(text: str) -> Solution:
    """Return the solution of the bet in *text*."""
    return solve(chain_of(text))
