"""Two dice: the 36 ordered rolls and their exact weights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product

from oddscalc.errors import NumberError
from oddscalc.numbers import as_fraction, exact, parse_rational

Roll = tuple[int, int]
"""The faces of the first and the second die."""

FACES = (1, 2, 3, 4, 5, 6)
ROLLS: tuple[Roll, ...] = tuple(product(FACES, FACES))


@dataclass(frozen=True)
class Dice:
    """Exact weights of the 36 ordered rolls, in the order of ``ROLLS``.

    Args:
        weights: 36 probabilities, none negative, summing to exactly 1.
        described: what they are, for people.

    Raises:
        NumberError: a float, a negative weight, not 36 of them, or a sum other than 1.

    >>> Dice.fair().probability({(1, 6), (6, 1)})
    Fraction(1, 18)
    """

    weights: tuple[Fraction, ...]
    described: str = field(default="as given", compare=False)

    def __post_init__(self) -> None:
        _check_weights(self.weights, 36, "36 rolls")

    @classmethod
    def fair(cls) -> Dice:
        """Return two fair dice."""
        return cls((Fraction(1, 36),) * 36, "fair")

    @classmethod
    def from_weights(cls, weights: Sequence[Fraction | int | str]) -> Dice:
        """Return dice with 36 given weights, first die 1 with second die 1..6 first."""
        return cls(
            tuple(as_fraction(weight, "a weight") for weight in weights), "36 weights of the rolls"
        )

    @classmethod
    def from_faces(
        cls,
        first: Sequence[Fraction | int | str],
        second: Sequence[Fraction | int | str] | None = None,
    ) -> Dice:
        """Return two independent dice with six face weights each (the same for both by default).

        >>> loaded = Dice.from_faces(["1/4", "1/6", "1/6", "1/6", "1/6", "1/12"])
        >>> loaded.probability({(1, 1)})
        Fraction(1, 16)
        """
        left = [as_fraction(weight, "a weight") for weight in first]
        right = left if second is None else [as_fraction(weight, "a weight") for weight in second]
        for faces in (left, right):
            _check_weights(faces, 6, "six faces")
        texts = [", ".join(map(exact, faces)) for faces in (left, right)]
        both = f"faces {texts[0]} on " + (
            "both" if left == right else f"one, {texts[1]} on the other"
        )
        return cls(tuple(a * b for a, b in product(left, right)), both)

    @classmethod
    def from_seven_ratio(cls, ratio: Fraction | int | str) -> Dice:
        """Return dice that throw a 7 once in *ratio* rolls, all other rolls scaled in proportion.

        >>> Dice.from_seven_ratio(6) == Dice.fair()
        True
        """
        value = as_fraction(ratio, "the sevens-to-rolls ratio")
        if value < 1:
            raise NumberError(f"a sevens-to-rolls ratio of {exact(value)}; it must be 1 or more")
        seven = 1 / value / 6
        other = (1 - 1 / value) / 30
        weights = tuple(seven if sum(roll) == 7 else other for roll in ROLLS)
        model = f"one 7 in {exact(value)} rolls, all other rolls scaled in proportion"
        return cls(weights, model)

    @cached_property
    def weight(self) -> dict[Roll, Fraction]:
        """The weight of each ordered roll."""
        return dict(zip(ROLLS, self.weights, strict=True))

    def probability(self, rolls: Iterable[Roll]) -> Fraction:
        """Return the probability that one roll is among *rolls*."""
        return sum((self.weight[roll] for roll in set(rolls)), Fraction(0))


def parse_dice(text: str) -> Dice:
    """Read dice as given on the command line.

    ``fair``; ``srr=7`` (one 7 in seven rolls, the rest in proportion); or weights separated by
    commas: six faces (both dice alike), twelve (first die, then second) or 36 rolls.

    Raises:
        NumberError: anything else, or weights that do not sum to exactly 1.

    >>> parse_dice("srr=7").probability({(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)})
    Fraction(1, 7)
    """
    compact = text.replace(" ", "").lower()
    if compact == "fair":
        return Dice.fair()
    if compact.startswith("srr="):
        return Dice.from_seven_ratio(parse_rational(compact[4:]))
    weights = [parse_rational(part) for part in compact.split(",")]
    if len(weights) == 6:
        return Dice.from_faces(weights)
    if len(weights) == 12:
        return Dice.from_faces(weights[:6], weights[6:])
    if len(weights) == 36:
        return Dice.from_weights(weights)
    raise NumberError(
        f"{len(weights)} dice weights; give 6 (both dice), 12 (one die, then the other) or 36"
    )


def _check_weights(weights: Sequence[Fraction], count: int, what: str) -> None:
    if len(weights) != count:
        raise NumberError(f"{len(weights)} weights for {what}; {count} are needed")
    for weight in weights:
        if weight < 0:
            raise NumberError(f"a weight of {exact(weight)} for {what}; none may be negative")
    total = sum(weights, Fraction(0))
    if total != 1:
        raise NumberError(
            f"the weights of {what} sum to {exact(total)}; they must sum to exactly 1"
        )
