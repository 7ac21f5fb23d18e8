"""Two dice: the 36 ordered rolls and their exact weights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from oddscalc._dice.weightfile import is_file, weights_of_file
from oddscalc._exact.numbers import as_fraction, exact, parse_rational
from oddscalc.errors import DataError, NumberError, Problem, RangeError

Roll = tuple[int, int]
"""The faces of the first and the second die."""

FACES = (1, 2, 3, 4, 5, 6)
ROLLS: tuple[Roll, ...] = tuple(product(FACES, FACES))

AXES = ("1-6", "2-5", "3-4")
"""The pairs of opposite faces of a die."""

_NAME = re.compile(r"(?<![0-9a-z.])[a-z]")
_RANGE = re.compile(r"([a-z]+)([0-9]{1,2})\.\.\1([0-9]{1,2})")


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

    @staticmethod
    @cache
    def fair() -> Dice:
        """Return two fair dice."""
        return Dice((Fraction(1, 36),) * 36, "fair")

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
            raise RangeError(f"a sevens-to-rolls ratio of {exact(value)}; it must be 1 or more")
        seven = 1 / value / 6
        other = (1 - 1 / value) / 30
        weights = tuple(seven if sum(roll) == 7 else other for roll in ROLLS)
        model = f"one 7 in {exact(value)} rolls, all other rolls scaled in proportion"
        return cls(weights, model)

    @classmethod
    def on_axis(cls, first: str, second: str | None = None) -> Dice:
        """Return dice that roll about an axis through two opposite faces, which never come up.

        The other four faces of each die are equally likely, and the dice are independent.

        Args:
            first: the faces on the axis of the first die: ``1-6``, ``2-5`` or ``3-4``.
            second: those of the second die; the same by default.

        >>> Dice.on_axis("1-6").probability({(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)})
        Fraction(1, 4)
        """
        axes = (first, second or first)
        for axis in axes:
            if axis not in AXES:
                raise NumberError(
                    f"{axis!r} is no axis; there are {', '.join(AXES)}", code="unknown-name"
                )
        faces = [[Fraction(str(face) not in axis, 4) for face in FACES] for axis in axes]
        weights = tuple(a * b for a, b in product(*faces))
        on = "both" if axes[0] == axes[1] else f"the first, {axes[1]} on the second"
        model = f"each die keeps to an axis: the faces {axes[0]} on {on} never come up"
        return cls(weights, f"{model}, the other four of each are equally likely")

    @property
    def spec(self) -> str:
        """The shortest text that ``parse_dice`` reads as these dice.

        >>> Dice.fair().spec, Dice.from_seven_ratio(7).spec
        ('fair', 'srr=7')
        """
        if self == Dice.fair():
            return "fair"
        seven = self.probability(roll for roll in ROLLS if sum(roll) == 7)
        if seven and self == Dice.from_seven_ratio(1 / seven):
            return f"srr={exact(1 / seven)}"
        return ",".join(map(exact, self.weights))

    @cached_property
    def weight(self) -> dict[Roll, Fraction]:
        """The weight of each ordered roll."""
        return dict(zip(ROLLS, self.weights, strict=True))

    def probability(self, rolls: Iterable[Roll]) -> Fraction:
        """Return the probability that one roll is among *rolls*."""
        return sum((self.weight[roll] for roll in set(rolls)), Fraction(0))


PRESETS: Mapping[str, tuple[str, str]] = {
    "on-axis-1-6": ("1-6", "1-6"),
    "on-axis-2-5": ("2-5", "2-5"),
    "on-axis-3-4": ("3-4", "3-4"),
    "hardways-set": ("1-6", "1-6"),
    "on-axis-1-6/2-5": ("1-6", "2-5"),
    "on-axis-1-6/3-4": ("1-6", "3-4"),
    "on-axis-2-5/3-4": ("2-5", "3-4"),
}
"""Dice with a name beside ``fair``, by the faces on the axes of the first and the second die.

In the hardways set the faces around are 2, 3, 4 and 5 on both dice.
"""


def parse_dice(text: str) -> Dice:
    """Read dice as given on the command line.

    ``fair``; ``srr=7`` or ``p7=1/7`` (one 7 in seven rolls, the rest in proportion);
    ``on-axis-2-5`` and the other ``PRESETS``; weights separated by commas: six faces (both dice
    alike), twelve (first die, then second) or 36 rolls; or the name of a file with 36 weights.

    Raises:
        NumberError: anything else, or weights that do not sum to exactly 1.
        DataError: the file is unusable.

    >>> parse_dice("srr=7").probability({(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)})
    Fraction(1, 7)
    """
    if has_symbols(text):
        raise NumberError(
            f"the dice {text!r} have symbols; only edge answers in formulas", code="not-applicable"
        )
    if is_file(text):
        return _dice_of_file(text)
    compact = text.replace(" ", "").lower()
    if (dice := _with_a_name(compact)) is not None:
        return dice
    if _NAME.match(compact) and "," not in compact:
        raise NumberError(
            f"{text!r} is not a number and no name of dice; there are fair, srr=7, p7=1/7,"
            f" {', '.join(PRESETS)}, with symbols p7 and srr, or give 6, 12 or 36 weights"
        )
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


def _with_a_name(compact: str) -> Dice | None:
    """Return the dice that have a name, or are given by how often they throw a 7."""
    if compact == "fair":
        return Dice.fair()
    if compact in PRESETS:
        return Dice.on_axis(*PRESETS[compact])
    name, _, number = compact.partition("=")
    if name == "srr":
        return Dice.from_seven_ratio(parse_rational(number))
    if name != "p7":
        return None
    seven = parse_rational(number)
    if seven <= 0:
        raise RangeError(f"a 7 with probability {exact(seven)}; it must be above 0")
    return Dice.from_seven_ratio(1 / seven)


def has_symbols(text: str) -> bool:
    """Return whether *text* describes dice whose weights are symbols.

    Raises:
        DataError: it names a file that is unusable.

    >>> [has_symbols(text) for text in ("p1..p6", "srr=x", "srr=7", "fair", "p7")]
    [True, True, False, False, True]
    """
    if is_file(text):
        return any(map(_NAME.search, weight_texts(text)))
    compact = text.replace(" ", "").lower()
    name, equals, value = compact.partition("=")
    if name in ("p7", "srr"):
        return not equals or _NAME.search(value) is not None
    return ("," in compact or ".." in compact) and _NAME.search(compact) is not None


def weight_texts(text: str) -> list[str]:
    """Return the weights in *text*, or in the file that it names, each as a text.

    ``p1..p6`` stands for six weights.

    Raises:
        DataError: the file is unusable.

    >>> weight_texts("p1..p3, 1/6")
    ['p1', 'p2', 'p3', '1/6']
    """
    if is_file(text):
        return [weight for _, weight in weights_of_file(text)]
    texts: list[str] = []
    for part in text.lower().split(","):
        match = _RANGE.fullmatch(part.replace(" ", ""))
        if match is None:
            texts.append(part.strip())
            continue
        first, last = int(match[2]), int(match[3])
        if not first < last < first + len(ROLLS):
            raise NumberError(f"{part.strip()!r} is no range of names; write p1..p6")
        texts += [f"{match[1]}{number}" for number in range(first, last + 1)]
    return texts


def _dice_of_file(name: str) -> Dice:
    """Return the dice of a file of 36 numbers.

    Raises:
        DataError: with all problems, each with the place where it is.
    """
    weights, problems = list[Fraction](), list[Problem]()
    for place, text in weights_of_file(name):
        try:
            weights.append(parse_rational(text))
        except NumberError as error:
            problems.append(Problem.of(place, error))
            continue
        if weights[-1] < 0:
            problems.append(Problem(place, f"{text} is negative; no weight may be", "out-of-range"))
    total = sum(weights, Fraction(0))
    if not problems and total != 1:
        hint = f": divide each by {exact(total)}" if total > 0 else ""
        text = f"the weights sum to {exact(total)}; they must sum to exactly 1{hint}"
        problems.append(Problem("", text, "out-of-range"))
    if problems:
        raise DataError(name, problems)
    return Dice(tuple(weights), f"36 weights of the file {name}")


def _check_weights(weights: Sequence[Fraction], count: int, what: str) -> None:
    if len(weights) != count:
        raise NumberError(f"{len(weights)} weights for {what}; {count} are needed")
    for weight in weights:
        if weight < 0:
            raise RangeError(f"a weight of {exact(weight)} for {what}; none may be negative")
    total = sum(weights, Fraction(0))
    if total != 1:
        raise RangeError(f"the weights of {what} sum to {exact(total)}; they must sum to exactly 1")
