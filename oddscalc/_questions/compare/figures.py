"""The exact numbers of two sides, paired."""

from __future__ import annotations

from fractions import Fraction

from oddscalc._ask.query import DEFAULT_PAYTABLE, Answer, Solved
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable
from oddscalc._money.valuation import HouseEdge, Value
from oddscalc._questions.compare.differences import Figure
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import RuleError


def prices_of(rules: Rulebook) -> Paytable:
    """Return the paytable at which *rules* is valued: its own, or the customary one.

    Raises:
        UnknownNameError: the rulebook names a paytable that there is not.
    """
    return paytables.shipped(rules.prices or DEFAULT_PAYTABLE)


def valued(solved: Solved | None, paytable: Paytable) -> tuple[Answer | None, list[str]]:
    """Return the answer, or why there is none."""
    if solved is None:
        return None, []
    try:
        return solved.answer(paytable), []
    except RuleError as error:
        return None, [f"no edge at {paytable.id}: {error}"]


def figures(
    reading: str, before: Value | Solved | None, after: Value | Solved | None
) -> list[Figure]:
    """Return every number of the two sides: edges, then probabilities and rolls.

    A side that was solved and could not be valued has no edge but the rest.
    """
    old, new = _numbers(before), _numbers(after)
    names = [*old, *(name for name in new if name not in old)]
    return [Figure(reading, name, old.get(name), new.get(name)) for name in names]


def _numbers(side: Value | Solved | None) -> dict[str, Fraction | None]:
    if side is None:
        return {}
    if isinstance(side, Value):
        edges = _edges("edge", side.house_edge)
        for basis in side.bases[1:]:
            edges |= _edges(f"edge over {basis.name}", side.edge_over(basis))
        results = {"win": side.win, "lose": side.lose, "push": side.push}
        return {**edges, **results, "expected rolls": side.expected_rolls}
    results = dict.fromkeys(("win", "lose", "push"), Fraction(0))
    for outcome, probability in side.solution.probabilities.items():
        results[outcome.result] += probability
    return {**_edges("edge", None), **results, "expected rolls": side.solution.expected_rolls}


def _edges(name: str, edge: HouseEdge | None) -> dict[str, Fraction | None]:
    return {
        f"{name} per bet made": edge.per_bet_made if edge else None,
        f"{name} per bet resolved": edge.per_bet_resolved if edge else None,
        f"{name} per roll": edge.per_roll if edge else None,
    }
