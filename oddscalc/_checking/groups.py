"""One row for several wagers: ``Place 4 and 10``, ``Hop easy``, ``Pass/Don't Pass``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from fractions import Fraction

from oddscalc._ask.query import true_odds_of
from oddscalc._bets.catalogue import folded as folded_name
from oddscalc._bets.catalogue import listed
from oddscalc._checking.outcomes import by_total, totals_of
from oddscalc._checking.prices import by_outcome
from oddscalc._checking.submission import Cell, Entry
from oddscalc._money import paytable as paytables
from oddscalc._money.price import Price
from oddscalc._money.spelling import folded
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import NumberError, UnknownNameError

MOST = 30
"""Wagers of one row."""

_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})s?\b")
_ONE = r"\d{1,2}(?:-\d)?(?!\d)"
_SIGN = r" ?(?:,? ?(?:and|or|to|&|\+)|[,/;&+]|\u2022) ?"
_NUMBERS = re.compile(rf"(?<![\d-]){_ONE}(?:{_SIGN}{_ONE})+(?![-\d])")
_NAMES = re.compile(r" ?(?:,? (?:and|or) |[,/;&+|]) ?")
_ONE_ROLL = {"2": "craps-2", "3": "craps-3", "11": "eleven", "12": "craps-12"}
_IDLE = re.compile(r"\b(?:bets?|wagers?|craps|totals?|numbers?|on|one|roll)\b")
_HOPS = re.compile(r"hopping|hops?|easy|easies|hard|[ -]?ways?|bets?|wagers?|all|the|on|any|\W")
_NOT = re.compile(r"(?:don'?t|do not|dont)\b")


def members(entry: Entry, rules: Rulebook) -> list[str]:
    """Return the ids of the bets that a row is about: one, or those of a group.

    Raises:
        UnknownNameError: its name means nothing, or may mean several things.
        RuleError: this rulebook does not authorise one of them.
    """
    name = entry.wager.text
    if family := rules.family(name):
        return family
    try:
        single = [rules.find(name)[0].id]
    except UnknownNameError as error:
        if group := _group(name, rules):
            return _plausible(group, entry, rules)
        raise error
    group = _group(name, rules) if totals_of(name) else []
    return _decided(single, group, entry, rules) if group else single


_BRACKETS = re.compile(
    r"\s*(?:\(([^()]*)\)|\[([^\[\]]*)\]| [-\u2013\u2014:] (.+)"
    r"|,? ((?:bar(?:red|s)?|void|push) .+))\s*$",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"(?:a |the )?(?:one|single)[ -]roll(?: (?:bet|wager)s?)?|bets?|wagers?|optional"
    r"|contract(?: bet)?",
    re.IGNORECASE,
)


def without_brackets(entry: Entry, rules: Rulebook) -> tuple[Entry, str]:
    """Return a row whose name has words in brackets behind it without them, and what they say.

    Prices in them are those of the row, if it has no others. What is said without effect, such as
    *one roll*, is left out; what is bar of the bet by the rules too.
    """
    name = entry.wager.text
    match = _BRACKETS.search(name)
    if match is None or _known(name, rules):
        return entry, ""
    bare, said = name[: match.start()].strip(), next(filter(None, match.groups()), "").strip()
    if not bare or not _known(bare, rules):
        return entry, ""
    row = replace(entry, wager=replace(entry.wager, text=bare))
    if not entry.pays and re.search(r"\d|double|triple|even", said) and by_outcome(said):
        return replace(row, pays={None: Cell(said, entry.wager.place)}), ""
    if totals_of(said) and None in entry.pays:
        pays = {said if key is None else key: cell for key, cell in entry.pays.items()}
        return replace(row, pays=pays), ""
    return row, "" if _SAID.fullmatch(said) or _is_bar(bare, said, rules) else said


def _known(name: str, rules: Rulebook) -> bool:
    return bool(
        rules.family(name)
        or rules.named(name)
        or rules.catalogue.named(name)
        or _group(name, rules)
    )


_BAR = re.compile(r"(?:(?:bar(?:red|s)?|void|push)(?: on)? )?(\d+)(?: is)?(?: bar(?:red)?)?")


def _is_bar(name: str, said: str, rules: Rulebook) -> bool:
    """Return whether *said* is on which total the bet is barred, and the rules have the same."""
    match = re.fullmatch(
        r"(?:(?:bar(?:red|s)?|void|push)(?: on)? )?(\d+)(?: is)?(?: bar(?:red)?)?", said.lower()
    )
    bets = rules.named(name)
    if match is None or len(bets) != 1 or said.isdecimal():
        return False
    outcome = by_total(rules.catalogue[bets[0]], rules.catalogue).get(int(match[1][:2]))
    return outcome is not None and outcome.result == "push"


_NEAR = 0.85  # of the letters of a heading and of a wager's name


def is_heading(name: str, error: UnknownNameError, rules: Rulebook) -> bool:
    """Return whether *name*, which no wager has, may stand between wagers as a heading.

    It is none if it comes near a wager's name, or says a price or numbers.
    """
    words = re.sub(r"^\s*(?:\(?[0-9ivxa-h]{1,4}[.)]|section \d+[.:]?)\s*", "", name, flags=re.I)
    near = (
        SequenceMatcher(None, folded_name(words), folded_name(known)).ratio()
        for bet in error.candidates
        if bet in rules.catalogue
        for known in (bet, rules.catalogue[bet].name, *rules.catalogue[bet].aliases)
    )
    return max(near, default=0) < _NEAR and not re.search(
        r"\d|\beven\b|\bdouble\b|\btriple\b", words
    )


def _group(name: str, rules: Rulebook) -> list[str]:
    """Return the ids of the bets of a group; none if *name* is none."""
    try:
        plain = _WORD.sub(lambda match: str(_WORDS[match[1]]), folded(name))
        plain = re.sub(r"(?<=\d)'?s\b", "", plain)
    except NumberError:
        return []
    if re.search(r"\bhops?\b|\bhopping\b", plain):
        sort = re.search(r"\b(easy|easies|hard)(?:[ -]?ways?)?\b", plain)
        rest = re.sub(
            r"hopping|hops?|easy|easies|hard|[ -]?ways?|bets?|wagers?|all|the|on|any|\W", "", plain
        )
        if not rest:
            return list(_hops(sort[1] if sort else "", rules))
    return _by_number(plain, rules) or _by_name(plain, rules)


def _hops(sort: str, rules: Rulebook) -> Iterator[str]:
    for bet, _ in rules:
        if match := re.fullmatch(r"hop-(\d)-(\d)", bet.id):
            hard = match[1] == match[2]
            if not sort or hard == (sort == "hard"):
                yield bet.id


def _by_number(plain: str, rules: Rulebook) -> list[str]:
    match = _NUMBERS.search(plain)
    if match is None:
        return []
    numbers = re.findall(_ONE, match[0])
    before, after = plain[: match.start()], plain[match.end() :]
    if not re.search(
        r"[a-z]",
        re.sub(r"\b(?:bets?|wagers?|craps|totals?|numbers?|on|one|roll)\b", "", before + after),
    ):
        bets = [_ONE_ROLL[number] for number in numbers if number in _ONE_ROLL]
        if len(bets) == len(numbers):
            return bets
    return _all_of([f"{before}{number}{after}" for number in numbers], rules)


def _by_name(plain: str, rules: Rulebook) -> list[str]:
    """Return the bets of names that stand beside each other, words that they share said once."""
    parts = [part for part in _NAMES.split(plain) if part]
    if not 1 < len(parts) <= MOST:
        return []
    if _NOT.match(parts[0]) and not all(map(_NOT.match, parts)):
        first = _all_of(parts, rules)
        second = _all_of([parts[0], *(f"don't {part}" for part in parts[1:])], rules)
        if first and second:
            message = f"{plain!r} may mean {' and '.join(first)}, or {' and '.join(second)}"
            raise UnknownNameError(f"{message}; give each a row", code="ambiguous-name")
    heads, tails = parts[0].split(), parts[-1].split()
    for shared in range(4):
        head, tail = " ".join(heads[:shared]), " ".join(tails[len(tails) - shared :])
        for before, after in dict.fromkeys([("", ""), (head, ""), ("", tail if shared else "")]):
            names = [
                _joined("", parts[0], after),
                *(_joined(before, part, after) for part in parts[1:-1]),
                _joined(before, parts[-1], ""),
            ]
            if meant := _all_of(names, rules):
                return meant
    return []


def _joined(head: str, name: str, tail: str) -> str:
    return " ".join(filter(None, (head, name, "" if name.endswith(tail) else tail)))


def _all_of(names: Sequence[str], rules: Rulebook) -> list[str]:
    """Return the one bet, or the family, that each name means; nothing if one means none."""
    bets: dict[str, None] = {}
    for name in names[: MOST + 1]:
        ids = rules.family(name) or rules.named(name) or rules.catalogue.named(name)
        if not ids or (len(ids) > 1 and not rules.family(name)):
            return []
        bets |= dict.fromkeys(ids)
    return list(bets) if 1 < len(bets) <= MOST else []


def _price_of(entry: Entry) -> Fraction | None:
    for cell in entry.pays.values():
        try:
            price = Price.parse(cell.text)
        except NumberError:
            continue
        return None if price.is_true_odds else price.net()
    return None


def _decided(single: list[str], group: list[str], entry: Entry, rules: Rulebook) -> list[str]:
    """Return whether a row such as *2 or 12* is about the one wager on both, or about each.

    A price above the true odds of the one wager can only be of each; one that custom does not have
    for each is of the one.

    Raises:
        UnknownNameError: neither can be said, since there is no price.
    """
    net = _price_of(entry)
    if net is None:
        message = f"{entry.wager.text!r} may mean {single[0]}, or {' and '.join(group)}"
        raise UnknownNameError(f"{message}; give the id", [*single, *group], code="ambiguous-name")
    odds = true_odds_of(rules.catalogue[single[0]], rules.catalogue)
    return group if net > odds else single


def _plausible(group: list[str], entry: Entry, rules: Rulebook) -> list[str]:
    """Return *group*, unless the row has a price of one bet that wins on any of its numbers.

    Raises:
        UnknownNameError: the price is one of such a bet.
    """
    if not set(group) <= set(_ONE_ROLL.values()):
        return group
    net = _price_of(entry)
    ways = {"craps-2": 1, "craps-12": 1, "craps-3": 2, "eleven": 2}
    together = sum(ways[bet] for bet in group)
    if net is not None and net <= Fraction(36 - together, together):
        if set(group) == {"craps-2", "craps-12"} and rules.authorises("hi-lo"):
            return ["hi-lo"]
        message = f"{entry.wager.text!r} at this price may be one wager on any of its numbers"
        raise UnknownNameError(
            f"{message}, or {' and '.join(group)};"
            " give each a row, or define the one under [[bets]]",
            group,
            code="ambiguous-name",
        )
    return group


def rows_of(entry: Entry, bets: Sequence[str]) -> list[Entry]:
    """Return the row of each of *bets*, with those outcomes and values that are about it.

    Outcomes that are the numbers of the bets are names of the bets; values that stand beside each
    other, as many as there are bets, are one for each.
    """
    if len(bets) == 1:
        return [entry]
    numbers = [_number(bet) for bet in bets]
    rows = []
    for place, number in enumerate(numbers):
        pays: dict[str | None, Cell] = {}
        for outcome, cell in _by_sort(entry.pays, bets[place]).items():
            totals = [str(total) for total in totals_of(outcome)] if outcome else []
            if not totals or not set(totals) <= set(numbers):
                pays[outcome] = _shared(cell, place, len(bets))
            elif number in totals:
                pays[None] = cell
        cells = {
            key: _shared(cell, place, len(bets)) if key in _EACH else cell
            for key, cell in entry.cells.items()
        }
        rows.append(replace(entry, pays=pays, cells=cells))
    return rows


def _by_sort(pays: Mapping[str | None, Cell], bet: str) -> Mapping[str | None, Cell]:
    """Return the prices that are about *bet*, where a row has those of easy and hard hops."""
    match = re.fullmatch(r"hop-(\d)-(\d)", bet)
    if match is None:
        return pays
    sort, other = ("hard", "easy") if match[1] == match[2] else ("easy", "hard")
    prices: dict[str | None, Cell] = {}
    for outcome, cell in pays.items():
        split = (by_outcome(cell.text) if outcome is None else None) or {}
        sorts = {label: price for label, price in split.items() if re.search(r"easy|hard", label)}
        if sorts and len(sorts) == len(split):
            for label, price in sorts.items():
                if sort in label.lower():
                    prices[None] = Cell(price, cell.place)
        elif outcome is None or not re.search(r"\b(?:easy|hard)", outcome.lower()):
            prices[outcome] = cell
        elif sort in outcome.lower() and other not in outcome.lower():
            prices[None] = cell
    return prices


def unlike(bets: Sequence[str], entry: Entry) -> str:
    """Return what custom pays on each of *bets*, if one price is for several that it is not alike.

    A group in which every wager has a price of its own, or only one, has nothing to be told.
    """
    if len(bets) < 2 or len(entry.pays) != 1 or by_outcome(next(iter(entry.pays.values())).text):
        return ""
    customary = paytables.shipped("customary").pricing
    prices: dict[str, list[str]] = {}
    for bet in bets:
        pays = customary[bet].pays if bet in customary else {}
        if "win" in pays and not pays["win"].is_true_odds:
            prices.setdefault(str(pays["win"]), []).append(bet)
    try:
        true = Price.parse(next(iter(entry.pays.values())).text).is_true_odds
    except NumberError:
        return ""
    if len(prices) < 2 or true:
        return ""
    return ", ".join(f"{price} on {listed(ids, 3)}" for price, ids in prices.items())


_EACH = ("true_odds", "house_advantage", "win_probability", "lose_probability", "push_probability",
         "expected_rolls", "rtp", "hit_frequency", "sd", "variance")  # fmt: skip


def _number(bet: str) -> str:
    match = re.search(r"(\d+)$", bet)
    if match is not None and not bet.startswith(("hop-", "horn-high")):
        return match[1]
    return "11" if bet == "eleven" else f"?{bet}"


def _shared(cell: Cell, place: int, count: int) -> Cell:
    for sign in (" / ", ";", " and ", "\n", ", ", "/"):
        parts = [part.strip() for part in cell.text.split(sign)]
        if len(parts) == count and all(parts) and (sign != "/" or all(map(_WHOLE.search, parts))):
            return Cell(parts[place], cell.place)
    return cell


_WHOLE = re.compile(r"%|:| to ")
"""What a value has that a half of a fraction has not."""
