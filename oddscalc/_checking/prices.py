"""The prices of a submission as they are written, read or told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._ask.query import true_odds_of
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import accepted_keys, loss_keys
from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Priced
from oddscalc._checking.outcomes import Named, named
from oddscalc._checking.submission import Cell, Entry
from oddscalc._checking.wholes import Wholes
from oddscalc._money.partwhole import marked
from oddscalc._money.price import Price
from oddscalc._money.spelling import as_fraction_odds, folded
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc.errors import BarePriceError, ChainError, NumberError

Tell = Callable[..., None]
"""Told of each thing that is wrong: code, cell, message, what would be right."""

_TIME = re.compile(
    r"\d{1,2}:\d{2}(:\d{2})?( ?[ap]m)?|\d{4}-\d{2}-\d{2}.*|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
    r"|\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(-\d+)?",
    re.IGNORECASE,
)
_MARKS = re.compile(r"(?<=[\w)])\s*(?:[*\u2020\u2021\u00a7#]+|[\u00b9\u00b2\u00b3\u2070-\u2079]+)$")
_PUSH = re.compile(
    r"(?:is a |a |bet |stake |wager )*(?:push(?:es)?|tie[sd]?|stand-?off|stand off|returned|returns"
    r"|no action|void|stake back|money back|bet back)"
)
_LOSE = re.compile(r"(?:bet |wager |it )?(?:los(?:e|es|t|s|ing|er)|no pay(?:out|ment)?|nothing)")
_TRUE_ODDS = re.compile(r"true odds ?(?:[=,:]|\()? ?\(?([^()]+)\)?")

PUSHED = Price(Fraction(0))
"""What an outcome pays that only returns the stake."""


@dataclass
class _Reading:
    """What has been read of an entry's prices so far."""

    prices: dict[str, Price] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    attempted: set[str] = field(default_factory=set)
    doubtful: dict[str, bool] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    complete: bool = True


def read_prices(
    entry: Entry, bet: Bet, wager: Wager, rules: Rulebook, wholes: Wholes
) -> tuple[Priced, list[Finding]]:
    """Return the prices of *entry*, and what is wrong with how they are written."""
    keys = accepted_keys(bet, rules.catalogue, wager.overrides)
    read = _Reading()

    def tell(code: str, cell: Cell, message: str, expected: str | None = None) -> None:
        words = (cell.place, message, expected, cell.text, wager.clause, bet.id)
        read.findings.append(Finding(code, *words))

    rows = list(_rows(entry, keys, bet, rules))
    meanings = [(named(outcome, keys, bet, rules), cell) for outcome, cell in rows]
    taken = {key for meant, _ in meanings for key in meant.keys}
    for outcome, cell in rows:
        meant = named(outcome, keys, bet, rules, taken)
        if not meant:
            word = f"has no outcome {outcome!r}; it has"
            if outcome is None:
                word = "names no outcome; write a price for each of"
            tell("outcome-unknown", cell, f"{bet.id} {word} {', '.join(keys)}")
            read.complete = False
            read.attempted.update(keys)  # which of them it was meant for is not known
            continue
        read.attempted.update(meant.keys)
        part, text = marked(cell.text)
        price = _priced(Cell(text, cell.place), bet, rules, tell, cell)
        if price is None:
            read.complete = False
            continue
        _take(read, meant, price, cell, part, (bet, rules, wholes), tell)
        if price.word == "for" and rules.notation == "to":
            same = f"{Price.of_net(price.net())}"
            tell("notation-forbidden", cell, "odds must be stated with 'to'", same)
    wholes.settle(bet.id, read.prices)
    priced = Priced(
        read.prices, read.cells, frozenset(read.attempted), read.doubtful, read.complete
    )
    return priced, read.findings


def _take(
    read: _Reading,
    meant: Named,
    price: Price,
    cell: Cell,
    part: str,
    known: tuple[Bet, Rulebook, Wholes],
    tell: Tell,
) -> None:
    """Keep a price under the outcomes that it is for, or tell that they end otherwise."""
    bet, rules, wholes = known
    if meant.results:
        back = price.word == "back" and meant.results == {"lose"}
        if back and (losses := loss_keys(bet, rules.catalogue)):
            read.prices |= dict.fromkeys(losses, price)
            read.cells |= dict.fromkeys(losses, cell)
            return
        is_push = price == PUSHED or (not price.is_true_odds and price.net() == 0)
        is_loss = price.word == "back" and price.first == 0
        right = ("push" in meant.results and is_push) or ("lose" in meant.results and is_loss)
        if not right or len(meant.results) > 1:
            ends = " or ".join(sorted(meant.results))
            tell("result-wrong", cell, f"{bet.id}: the rules have it {_ENDS[ends]}", ends)
            read.complete = False
        if not meant.keys:
            return
    if price.word == "back" or (price is PUSHED and bet.kind != "bundle"):
        word = "lost" if price.word == "back" else "returned"
        tell(
            "result-wrong",
            cell,
            f"{bet.id}: stated to be {word}, where the rules have it won",
            "a price",
        )
        read.complete = False
        return
    if part == "part" and meant.keys == ("win",) and bet.kind == "bundle":
        tell("outcome-unknown", cell, f"{bet.id} names no part that this is the price of")
        read.complete = False
        return
    for key in meant.keys:
        whole = part or ("whole" if price is PUSHED else "")
        stands, doubt = wholes.of_part(bet, key, price, whole)
        read.prices[key], read.cells[key] = stands, cell
        if doubt is not None:
            read.doubtful[key] = doubt


_ENDS = {"push": "returned", "lose": "lost", "lose or push": "lost or returned"}
_LOST = Price(Fraction(0), word="back")


def _priced(cell: Cell, bet: Bet, rules: Rulebook, tell: Tell, whole: Cell) -> Price | None:
    """Return the price in *cell*; a push or a loss stated in words is one too."""
    try:
        plain = folded(cell.text)
    except NumberError:
        plain = ""
    if _PUSH.fullmatch(plain):
        return PUSHED
    if _LOSE.fullmatch(plain):
        return _LOST
    if (match := _TRUE_ODDS.fullmatch(plain)) and not plain.startswith("true odds less"):
        try:
            said, due = Price.parse(match[1]), true_odds_of(bet, rules.catalogue)
        except (NumberError, ChainError):
            return read_price(cell, tell, whole)
        if not said.is_true_odds and said.net() == due:
            return said
        tell("price-unreadable", whole, f"says true odds and {said}; the true odds are"
             f" {Price.of_net(due)}", "one of them")  # fmt: skip
        return None
    return read_price(cell, tell, whole)


def is_time(text: str) -> bool:
    """Return whether *text* may be a time or a date that a price has become."""
    text = text.strip()
    return bool(_TIME.fullmatch(text)) and not re.fullmatch(r"\d{1,3}:1", text)


def read_price(cell: Cell, tell: Tell, whole: Cell | None = None) -> Price | None:
    """Return the price in *cell*; None if it is none, which *tell* is called to tell.

    Args:
        cell: the text of the price.
        tell: told of what is wrong.
        whole: the cell as it stands in the file, if the text is a part of it.
    """
    whole = whole or cell
    text = cell.text.strip()
    if is_time(text):
        hours, _, rest = text.partition(":")
        pair = hours.isdecimal() and rest[:2].isdecimal()
        likely = f"{int(hours)} to {int(rest[:2])}" if pair else None
        if ":" not in text or text.count(":") == 2 or text.startswith("0"):
            message = "a time or a date stands where a price should"
            tell("price-became-time", whole, message, likely)
            return None
    bare = _MARKS.sub("", text)
    try:
        if (odds := as_fraction_odds(bare)) and not odds.endswith(" to 1"):
            price = Price.parse(odds)
            tell("price-read-as", whole, f"read as {price}, as odds are written as a fraction",
                 str(price))  # fmt: skip
        else:
            price = Price.parse(bare)
    except BarePriceError as error:
        readings = " or ".join(error.readings)
        message = f"{cell.text!r} can mean two prices"
        tell("bare-number", whole, message, readings)
        return None
    except NumberError as error:
        message = str(error)[:200]
        offered = re.search(r"; write ([\d./]+ to [\d./]+)$", message)
        tell("price-unreadable", whole, message, offered[1] if offered else None)
        return None
    if bare != text:
        mark = text[len(bare) :].strip()
        message = f"read as {price}; what the mark {mark!r} refers to is not read"
        tell("price-read-as", whole, message, str(price))
    return price


_PRICE = (
    r"(?:\$?\d[\d,.\u00bc-\u00be]*(?: \d/\d)? ?(?:-?to-?|-?for-?|:|/) ?\$?\d+(?!\s*(?:to|for)\b)"
    r"|\beven(?: money|s)?\b|\bdouble\b|\btriple\b|\btreble\b|\btrue odds\b)"
)
_SAYS = re.compile(_PRICE, re.IGNORECASE)
_AROUND = re.compile(
    r"^(?:[\s,;:()=\-\u2013\u2014.]|\b(?:and|on|if|when|for|pays?|at|with|is|are|but|except)\b)+"
    r"|(?:[\s,;:()=\-\u2013\u2014.]|\b(?:and|on|if|when|for|pays?|at|with|is|are|but|except)\b)+$",
    re.IGNORECASE,
)


def _rows(
    entry: Entry, keys: Sequence[str], bet: Bet, rules: Rulebook
) -> Iterator[tuple[str | None, Cell]]:
    """Yield the outcomes and prices of *entry*, those that stand in one cell one by one."""
    for outcome, cell in entry.pays.items():
        split = by_outcome(cell.text) if outcome is None and not is_time(cell.text) else None
        if split and all(named(label, keys, bet, rules) for label in split):
            yield from ((label, Cell(price, cell.place)) for label, price in split.items())
        else:
            yield outcome, cell


def by_outcome(text: str) -> Mapping[str, str] | None:
    """Return the price of each outcome where a cell has several; None if it has not.

    >>> by_outcome("3 to 1 if 2, 3, 12; 7 to 1 if 11")
    {'2, 3, 12': '3 to 1', '11': '7 to 1'}
    >>> by_outcome("1 to 1; 2 and 12 pay 2 to 1")
    {'all others': '1 to 1', '2 and 12': '2 to 1'}
    >>> by_outcome("30 to 1 (31 for 1)") is None, by_outcome("2: 2:1, 12: 3:1")
    (True, {'2': '2:1', '12': '3:1'})
    """
    plain = re.sub(r"(\d):\s+(?=\d)", r"\1 = ", " ".join(text.split()))
    spans = [match.span() for match in _SAYS.finditer(plain)]
    if not spans or len(plain) > 300:
        return None
    try:
        Price.parse(text)
    except NumberError:
        pass
    else:
        return None
    edges = [0, *(end for _, end in spans)], [*(start for start, _ in spans), len(plain)]
    labels = [plain[a:b] for a, b in zip(*edges, strict=True)]
    for _ in range(3):
        labels = [_AROUND.sub("", label) for label in labels]
    before, after = labels[:-1], labels[1:]
    chosen = before if not labels[-1] else after if not labels[0] else None
    if chosen is None or chosen.count("") > 1 or not any(chosen):
        return None
    prices = (plain[a:b] for a, b in spans)
    priced = {label or "all others": price for label, price in zip(chosen, prices, strict=True)}
    return priced if len(priced) == len(spans) else None
