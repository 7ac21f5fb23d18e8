"""Whether two submissions say the same of a wager, in other words or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from oddscalc._ask.query import true_odds_of
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import price_keys
from oddscalc._checking.clauses import steps as clause_steps
from oddscalc._checking.outcomes import named
from oddscalc._checking.prices import read_price
from oddscalc._checking.rulechecks import amount_said, change_said, when_said, working_said
from oddscalc._checking.submission import Cell, Entry
from oddscalc._exact.printed import SUBMITTED, parse_print
from oddscalc._exact.visible import visible
from oddscalc._money.price import Price
from oddscalc._money.spelling import as_fraction_odds
from oddscalc._money.terms import terms_of
from oddscalc._questions.compare.differences import Change, change
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import NumberError, OddscalcError

Known = tuple[Bet, Rulebook]
"""A bet, with a rulebook in whose catalogue it stands."""

_SAME = "the same, written differently"
_PAYS_SAME = "pays the same, written differently"
_NO_CHARGE = "none is charged either way"


def plain(text: str) -> str:
    r"""Return *text* with single spaces, and without what does not show.

    >>> print(plain(" 9  to\n5\x1b "))
    9 to 5\x1b
    """
    return visible(" ".join(text.split()))


def _odds(text: str) -> object:
    price = Price.parse(as_fraction_odds(text) or text)
    return price if price.is_true_odds else price.net()


_CELLS: dict[str, tuple[str, Callable[[str], object]]] = {
    "unit": ("unit", amount_said),
    "commission": ("commission", lambda text: terms_of(text) or "none"),
    "working": ("working", working_said),
    "clause": ("clause", clause_steps),
    "true_odds": ("claimed true odds", _odds),
    "house_advantage": ("claimed house advantage", lambda text: parse_print(text, SUBMITTED).value),
    "basis": ("claimed basis", str.lower),
    "minimum": ("minimum", amount_said),
    "maximum": ("maximum", amount_said),
    "cap": ("cap", amount_said),
    "expected_rolls": ("claimed expected rolls", lambda text: parse_print(text, SUBMITTED).value),
    **{
        key: (f"claimed {what}", lambda text: parse_print(text, SUBMITTED).value)
        for key, what in (
            ("rtp", "return to player"),
            ("hit_frequency", "hit frequency"),
            ("sd", "standard deviation"),
            ("variance", "variance"),
        )
    },
    "when": ("time of making", when_said),
    "increase": ("rule on increasing", change_said),
    "reduce": ("rule on reducing", change_said),
    "remove": ("rule on taking down", change_said),
    "most_odds": ("most odds", str.lower),
    "area": ("area on the layout", str.lower),
    "reading": ("reading", str.lower),
}
"""What each cell is called, and what of its text counts."""


def cell_changes(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[Change]:
    """Yield what is said differently of a wager, its name and its prices aside."""
    for key, (what, meaning) in _CELLS.items():
        old, new = _texts(before, key), _texts(after, key)
        note = _SAME if old and new and _meant(old, meaning) == _meant(new, meaning) else ""
        if key == "commission" and all(text.lower() == "none" for text in (*old, *new)):
            note = _NO_CHARGE
        yield from change(what, old, new, note)


def _texts(entries: Sequence[Entry], key: str) -> tuple[str, ...]:
    """Return what the entries of a wager say, each text once."""
    cells = (entry.cells[key] for entry in entries if key in entry.cells)
    return tuple(dict.fromkeys(plain(cell.text) for cell in cells))


def _meant(texts: Sequence[str], meaning: Callable[[str], object]) -> list[object]:
    """Return what the texts mean; what cannot be read means itself alone."""
    meanings: list[object] = []
    for text in texts:
        try:
            read = meaning(text)
        except NumberError:
            read = None
        meanings.append(("unread", text) if read is None else read)
    return meanings


def price_changes(
    before: Sequence[Entry], after: Sequence[Entry], known: Known | None
) -> Iterator[Change]:
    """Yield the prices that are written differently, outcome by outcome, in both notations.

    Args:
        before: what A says of the wager.
        after: what B says of it.
        known: the bet, if it is known, by which outcomes are understood.
    """
    old, new = _prices(before, known), _prices(after, known)
    for key in dict.fromkeys([*old, *new]):
        before_cells, after_cells = old.get(key, []), new.get(key, [])
        if [plain(cell.text).lower() for cell in before_cells] == [
            plain(cell.text).lower() for cell in after_cells
        ]:
            continue
        nets = [_net(cell, known) for cell in before_cells]
        same = None not in nets and nets == [_net(cell, known) for cell in after_cells]
        was, is_now = (
            [_price_text(cell, known) for cell in cells] for cells in (before_cells, after_cells)
        )
        yield from change(f"price of {key}", was, is_now, _PAYS_SAME if same else "")


def _prices(entries: Sequence[Entry], known: Known | None) -> dict[str, list[Cell]]:
    """Return every price of a wager by its outcome; an outcome that is not known by its name."""
    prices: dict[str, list[Cell]] = {}
    keys = _keys(*known) if known else []
    for entry in entries:
        for outcome, cell in entry.pays.items():
            meant = named(outcome, keys, *known).keys if known else ()
            name = "win" if outcome is None else plain(outcome).casefold()
            for key in meant or (name,):
                prices.setdefault(key, []).append(cell)
    return prices


def _keys(bet: Bet, rules: Rulebook) -> list[str]:
    try:
        return price_keys(bet, rules.catalogue)
    except OddscalcError:  # a bet that can never be decided
        return []


def _price(cell: Cell, known: Known | None) -> tuple[Price, Fraction | None] | None:
    """Return the price in *cell* and the true odds it needs, if any; None if it cannot be read."""
    price = read_price(cell, lambda *_: None)
    if price is None or not price.is_true_odds:
        return None if price is None else (price, None)
    try:
        return (price, true_odds_of(known[0], known[1].catalogue)) if known else None
    except OddscalcError:
        return None


def _net(cell: Cell, known: Known | None) -> Fraction | None:
    price = _price(cell, known)
    return None if price is None else price[0].net(price[1])


def _price_text(cell: Cell, known: Known | None) -> str:
    """Return the price as it is written, then in both notations if it can be read."""
    written, price = plain(cell.text), _price(cell, known)
    both = price[0].both(price[1]).split(" = ") if price else []
    return " = ".join([written, *(text for text in both if text != written)])
