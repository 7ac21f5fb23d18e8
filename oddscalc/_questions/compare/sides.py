"""What is compared: two sides of one kind, found by id or read from files."""

from __future__ import annotations

from dataclasses import dataclass

from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable
from oddscalc._questions.compare.differences import Comparison
from oddscalc._questions.compare.paytables import compare_paytables
from oddscalc._questions.compare.rulebooks import compare_rulebooks
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import DataError, RuleError, UnknownNameError

RULEBOOK, PAYTABLE, BETS = "rulebook", "paytable", "bets"
KINDS = (RULEBOOK, PAYTABLE)
"""What can be compared; an id of several kinds means the first of them."""


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    Args:
        label: what it is called, as the user gave it.
        content: what it says.
    """

    label: str
    content: Rulebook | Paytable


def compare(
    a: Side, b: Side, *, rules: Rulebook | None = None, paytable: Paytable | None = None
) -> Comparison:
    """Return every difference of two sides of one kind.

    A further kind has its place here: another type of content, and the function that compares
    two of it.

    Args:
        a: the first side.
        b: the second.
        rules: under which paytables are valued.
        paytable: at which rulebooks are valued.

    Raises:
        RuleError: the sides are of different kinds, or the option is for the other kind.
        OddscalcError: a wager cannot be solved or compared.
    """
    first, second = a.content, b.content
    if isinstance(first, Rulebook) and isinstance(second, Rulebook):
        if rules is not None:
            raise RuleError(
                "--rules is for paytables; two rulebooks are compared as they are", code="conflict"
            )
        return compare_rulebooks((a.label, first), (b.label, second), paytable)
    if isinstance(first, Paytable) and isinstance(second, Paytable):
        if paytable is not None:
            raise RuleError(
                "--paytable is for rulebooks; two paytables are compared as they are",
                code="conflict",
            )
        return compare_paytables((a.label, first), (b.label, second), rules)
    raise RuleError(_mixed(a, b), code="conflict")


def _mixed(a: Side, b: Side) -> str:
    kinds = [RULEBOOK if isinstance(side.content, Rulebook) else PAYTABLE for side in (a, b)]
    text = f"{a.label} is a {kinds[0]} and {b.label} a {kinds[1]}: only two of a kind are compared"
    names = [side.label for side, kind in zip((a, b), kinds, strict=True) if kind == RULEBOOK]
    if names[0] in paytables.SHIPPED:
        text += f"; {names[0]} is a paytable too, with --kind paytable"
    return text


def diff(
    a: str,
    b: str,
    *,
    kind: str | None = None,
    rules: str | None = None,
    paytable: str | None = None,
) -> Comparison:
    """Return every difference of two rulebooks or paytables, each an id or a file.

    Args:
        a: the first.
        b: the second.
        kind: ``rulebook`` or ``paytable``, where an id is both; the rulebook by default.
        rules: under which paytables are valued, an id or a file.
        paytable: at which rulebooks are valued, an id or a file.

    Raises:
        OddscalcError: a side is unusable or unknown, or the two are of different kinds.

    >>> found = diff("customary", "las-vegas-felt")
    >>> bool(found), bool(diff("massino", "massino", kind="paytable"))
    (True, False)
    """
    under = None if rules is None else userfiles.rulebook(rules)
    sides = [side(name, kind, under) for name in (a, b)]
    prices = None
    if paytable is not None:
        content = sides[0].content
        known = content.catalogue if isinstance(content, Rulebook) else None
        prices = userfiles.paytable(paytable, known or rulebooks.shipped("standard").catalogue)
    return compare(*sides, rules=under, paytable=prices)


def side(name: str, kind: str | None = None, rules: Rulebook | None = None) -> Side:
    """Return the side called *name*, an id or a file.

    Args:
        name: the id or the path.
        kind: what it must be; by default what it is.
        rules: in which the bets of a paytable's file are looked up; ``standard`` by default.

    Raises:
        UnknownNameError: no rulebook or paytable has that id.
        DataError: the file is unusable or is neither.
    """
    kind = kind or _kind(name)
    if kind == BETS:
        return Side(name, userfiles.bets_alone(name))
    if kind == RULEBOOK:
        return Side(name, userfiles.rulebook(name))
    known = (rules or rulebooks.shipped("standard")).catalogue
    return Side(name, userfiles.paytable(name, known))


def _kind(name: str) -> str:
    if not userfiles.is_path(name):
        for kind, ids in ((RULEBOOK, rulebooks.SHIPPED), (PAYTABLE, paytables.SHIPPED)):
            if name.strip().lower() in ids:
                return kind
        raise UnknownNameError(
            f"there is no rulebook and no paytable {name!r}; rulebooks are"
            f" {', '.join(rulebooks.SHIPPED)}; paytables are {', '.join(paytables.SHIPPED)};"
            " or give the path of a .toml file",
            [*rulebooks.SHIPPED, *paytables.SHIPPED],
        )
    data = userfiles.read_toml(name)
    if "wagers" in data:
        return RULEBOOK
    if isinstance(data.get("prices"), list):
        return PAYTABLE
    if "bets" in data:
        return BETS
    needed = "a rulebook (with [[wagers]]), a paytable (with [[prices]]) or bets (with [[bets]])"
    raise DataError(name, [f"it is none of {needed}"])
