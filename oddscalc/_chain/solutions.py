"""The solution of a model: solved, or as it was kept from an earlier run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Model, Placing
from oddscalc._chain.solve import Solution, solve
from oddscalc._chain.store import Store, key_of

_NUMBER = re.compile(r"[0-9a-f]+")
_FRACTION = re.compile(r"([0-9a-f]+)/([0-9a-f]+)")


def solution_of(model: Model, store: Store | None = None) -> Solution:
    """Return the solution of *model*, from *store* if it is there; else it is solved and kept.

    Raises:
        ChainError: the rules make no chain, or one of more states than the model allows.
    """
    return kept(store, model.automaton, model.start(), model.placing, model.chain)


def kept(
    store: Store | None,
    automaton: Automaton,
    start: Mapping[State, Fraction],
    placing: Placing,
    make: Callable[[], Chain],
) -> Solution:
    """Return the solution of the chain that *make* returns for *automaton* from *start*.

    It is read from *store* if it was solved as *placing* says, with the same dice and by the same
    solver; unless it has more states than *placing* allows, which *make* refuses.
    """
    if store is None:
        return solve(make())
    determined = (automaton, start, placing.dice.weights, placing.solver)
    key = key_of("solution", *map(canonical, determined))
    text = store.get(key)
    solution = None if text is None else _read(text, automaton.outcomes, placing.max_states)
    if solution is None:
        chain = make()
        solution = solve(chain)
        if chain.outcomes == automaton.outcomes:
            store.put(key, _written(solution, len(chain.states)))
    return solution


def _written(solution: Solution, states: int) -> str:
    numbers = (solution.expected_rolls, *solution.probabilities.values())
    ratios = (f"{number.numerator:x}/{number.denominator:x}" for number in numbers)
    return "\n".join([f"{states:x}", *ratios])


def _read(text: str, outcomes: Sequence[Outcome], limit: int) -> Solution | None:
    """Return the solution in *text*; None if it is none, or of more states than *limit*."""
    states, *ratios = text.split("\n")
    matches = [match for ratio in ratios if (match := _FRACTION.fullmatch(ratio))]
    if not _NUMBER.fullmatch(states) or len(matches) != len(outcomes) + 1:
        return None
    rolls, *probabilities = (Fraction(int(match[1], 16), int(match[2], 16)) for match in matches)
    if int(states, 16) > limit or sum(probabilities) != 1:
        return None
    return Solution(dict(zip(outcomes, probabilities, strict=True)), rolls)


def canonical(value: object) -> str:
    """Return a text that is the same for equal compiled bets, and for no others.

    >>> canonical({"win": frozenset({(3, 3), (1, 5)})})
    "{'win': {(1, 5), (3, 3)}}"
    """
    if is_dataclass(value) and not isinstance(value, type):
        parts = [f"{field.name}={canonical(getattr(value, field.name))}" for field in fields(value)]
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{canonical(k)}: {canonical(v)}' for k, v in value.items())}}}"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(canonical, value))})"
    if value is None or isinstance(value, str | int | Fraction):
        return repr(value)
    raise TypeError(f"{type(value).__name__} has no canonical text")
