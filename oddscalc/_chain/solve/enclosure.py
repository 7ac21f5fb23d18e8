"""Certified bounds of outcome probabilities, for chains whose exact numbers are too long.

Any y, one number for each state, serves: with r = b + yP - x of the equations x = b + yP that the
true visits solve, an outcome has the probability that y makes flow into it, give or take the sum
of |r|. For r is a mass that starts somewhere, and of a mass that starts somewhere never more than
all arrives. So y may come from an elimination in short numbers, and only r must be exact, which
takes one pass over the steps of the chain.
"""

from __future__ import annotations

from fractions import Fraction

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.elimination import NEVER_LEFT, near_visits
from oddscalc.errors import ChainError


def enclosed(rows: Rows, bits: int) -> list[tuple[Fraction, Fraction]]:
    """Return a lower and an upper bound of the probability of each end.

    Args:
        rows: the chain; every state must lead to an end.
        bits: how long the numbers may grow; the bounds are apart by little more than 2**-bits
            for each step that a bet takes.

    Raises:
        ChainError: a part of the chain is never left.
    """
    unit = sum(ways for _, ways in rows.start)
    scale = unit << bits
    y, inflow = _near(rows, bits)
    missing = sum(abs(inflow[state] - here * rows.total(state)) for state, here in enumerate(y))
    return [
        (Fraction(max(arrived - missing, 0), scale), Fraction(min(arrived + missing, scale), scale))
        for arrived in inflow[len(rows) :]
    ]


def _near(rows: Rows, bits: int) -> tuple[list[int], list[int]]:
    """Return about the visits of each state over its whole, and exactly what they make flow.

    Both are in units of the start's ways over 2**bits.
    """
    y = [0] * len(rows)
    inflow = [0] * (len(rows) + rows.ends)
    for state, ways in rows.start:
        inflow[state] += ways << bits
    for states in rows.components():
        if len(states) == 1:
            (state,) = states
            back = dict(zip(rows.targets[state], rows.ways[state], strict=True)).get(state, 0)
            leaving = rows.total(state) - back
            if not leaving:
                raise ChainError(NEVER_LEFT, code="never-ends")
            y[state] = inflow[state] // leaving
        else:
            entering = {state: inflow[state] for state in states if inflow[state]}
            for state, visits in near_visits(rows, states, entering, 2 * bits).items():
                y[state] = visits // rows.total(state)
        for state in states:
            for after, ways in zip(rows.targets[state], rows.ways[state], strict=True):
                inflow[after] += y[state] * ways
    return y, inflow
