"""The outcomes that a submission names, however they are spelled: totals, parts, counts, pushes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from oddscalc._bets.automaton import Outcome, State
from oddscalc._bets.catalogue import Bet, Catalogue
from oddscalc._bets.compile import compile_bet, parts_of
from oddscalc._bets.table import COMING_OUT
from oddscalc._dice.dice import ROLLS
from oddscalc._money.given import key_meant
from oddscalc._money.spelling import folded
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import ChainError, NumberError

_FIGURES = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "aces": 2, "snake eyes": 2, "ace deuce": 3,
    "ace-deuce": 3,     "yo": 11, "boxcars": 12, "midnight": 12,
}  # fmt: skip
_WORD = re.compile(rf"\b({'|'.join(_FIGURES)})\b")
_IDLE = re.compile(
    r"\b(?:on|if|when|a|an|the|total|totals|of|rolled|thrown|roll|rolls|point|points|made|number"
    r"|numbers|number is|wins?|winning|is|any of|pays?|times|shooter|different|unique)\b|[()\"']"
)
_TOTALS = re.compile(
    r"\d{1,2}(?: ?(?:,|/|;|&|\+|and|or| ) ?(?:and |or )?\d{1,2})*|\d{1,2}(?:-\d{1,2}){2,}"
)
_RANGE = re.compile(r"(\d+) ?(?:-|to|through|thru|until|\.{2,3}) ?(\d+)")
_OPEN = re.compile(
    r"(\d+) ?(?:\+|and over|and more|or more|or over|and above|or above|and up|or greater|plus)"
)
_AT_LEAST = re.compile(r"(?:at least|over or at|from|>=|\u2265) ?(\d+)")
_OTHERS = re.compile(
    r"(?:all |any |every )?(?:other|others|else|sonst|andere|autres|otros|the rest|rest"
    r"|remaining|otherwise)(?: one)?s?"
    r"(?: wins?| numbers?| totals?| outcomes?| rolls?)*|(?:anything|all) else"
)
_WINS = re.compile(r"(?:(?:all|any|every|to) )?(?:wins?|winner|winning|won|hit)|all|any|-")
_RESULTS = {
    "push": re.compile(r"push(?:es)?|tie[sd]?|stand-?off|stand off|barred|void|returned|no action"),
    "lose": re.compile(r"los(?:e|es|er|ing|s|t)|all other losing|losing numbers"),
}


@dataclass(frozen=True)
class Named:
    """What an outcome's name means.

    Args:
        keys: the keys of the winning outcomes.
        results: how the bet ends otherwise, ``push`` or ``lose``, if it names such an outcome.
    """

    keys: tuple[str, ...] = ()
    results: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.keys or self.results)


def named(
    outcome: str | None,
    keys: Sequence[str],
    bet: Bet,
    rules: Rulebook,
    others: Collection[str] = (),
) -> Named:
    """Return what *outcome* means for *bet*; nothing if that is none of its outcomes.

    Args:
        outcome: its name; None for the only one there can be.
        keys: those under which the bet can be priced.
        bet: the bet.
        rules: what names are understood by.
        others: the keys that other rows name, which *all others* leaves out.

    >>> from oddscalc._rules.rulebook import shipped
    >>> book = shipped("standard")
    >>> named("2 and 12", ["2", "12", "other"], book.catalogue["field"], book).keys
    ('2', '12')
    >>> named("3, 4, 9, 10 or 11", ["2", "12", "other"], book.catalogue["field"], book).keys
    ('other',)
    """
    if outcome is None:
        only = "win" if "win" in keys else keys[0] if len(keys) == 1 else None
        return Named((only,)) if only else Named()
    if (key := key_meant(outcome, keys, rules.catalogue)) is not None:
        return Named((key,))
    try:
        plain = folded(outcome)
    except NumberError:
        return Named()
    if _WINS.fullmatch(plain):
        return Named(("win",)) if "win" in keys else Named(tuple(keys) if plain != "-" else ())
    if _OTHERS.fullmatch(plain):
        left = ("other",) if "other" in keys else tuple(key for key in keys if key not in others)
        return Named(tuple(key for key in left if key != "win" or len(left) == 1))
    results = frozenset(result for result, pattern in _RESULTS.items() if pattern.fullmatch(plain))
    if results:
        return Named(results=results if results & results_of(bet, rules.catalogue) else frozenset())
    return (
        _counted(plain, keys)
        or _returned_or_lost(plain, results_by_tier(bet, rules.catalogue))
        or _rolled(plain, keys, bet, rules)
    )


def _plain(text: str) -> str:
    figures = _WORD.sub(lambda match: str(_FIGURES[match[1]]), text)
    return " ".join(_IDLE.sub(" ", figures).split()).strip(" ,;:=")


def _counted(text: str, keys: Sequence[str]) -> Named:
    """Return the band or the count that *text* names, where there is one."""
    counts = _plain(text)
    for pattern, form in ((_RANGE, "{}..{}"), (_OPEN, "{}+"), (_AT_LEAST, "{}+")):
        if (match := pattern.fullmatch(counts)) and form.format(*match.groups()) in keys:
            return Named((form.format(*match.groups()),))
    if counts in keys:
        return Named((counts,))
    most = [key for key in keys if key.isdecimal()]
    if (match := _OPEN.fullmatch(counts)) and most and match[1] == max(most, key=int):
        return Named((match[1],))
    return Named()


def _returned_or_lost(text: str, tiers: Mapping[str, str]) -> Named:
    """Return how counts end that are no win: a count, or a range of them that end alike."""
    counts = _plain(text)
    match = _RANGE.fullmatch(counts)
    low, high = match.groups() if match else (counts, counts)
    if not (low.isdecimal() and high.isdecimal()) or max(len(low), len(high)) > 4:
        return Named()
    ends = {_tier_of(count, tiers) for count in range(int(low), min(int(high), int(low) + 99) + 1)}
    return Named(results=frozenset(filter(None, ends)) if None not in ends else frozenset())


def _tier_of(count: int, tiers: Mapping[str, str]) -> str | None:
    """Return the result of the tier that *count* is in; None if it is in none."""
    for tier, result in tiers.items():
        low, dots, high = tier.partition("..")
        if not low.isdecimal() or (dots and not high.isdecimal()):
            continue
        if int(low) <= count <= int(high or low):
            return result
    return None


def totals_of(text: str) -> list[int]:
    """Return the totals that *text* lists; none if it says something else.

    >>> totals_of("2, 3 or 12"), totals_of("Twelve"), totals_of("8 to 15")
    ([2, 3, 12], [12], [])
    """
    plain = re.sub(r"\bcraps\b", "2 3 12", _plain(text.lower()))
    if not _TOTALS.fullmatch(plain):
        return []
    totals = [int(number) for number in re.findall(r"\d+", plain)]
    return totals if all(2 <= total <= 12 for total in totals) else []


def _rolled(text: str, keys: Sequence[str], bet: Bet, rules: Rulebook) -> Named:
    """Return what the totals that *text* lists do to a bet on its first roll."""
    outcomes: dict[str, None] = {}
    results: set[str] = set()
    parts = list(parts_of(bet.rule, rules.catalogue)) if bet.kind == "bundle" else []
    for total in totals_of(text):
        ends = by_total(bet, rules.catalogue).get(total)
        if ends is None:
            return Named()
        if ends.result != "win":
            results.add(ends.result)
        elif (key := _key(ends, parts, keys)) is not None:
            outcomes[key] = None
        else:
            return Named()
    return Named(tuple(outcomes), frozenset(results))


def _key(outcome: Outcome, parts: Sequence[str], keys: Sequence[str]) -> str | None:
    if outcome.parts:
        won = [
            part for part, ended in zip(parts, outcome.parts, strict=True) if ended.result == "win"
        ]
        return won[0] if len(won) == 1 and won[0] in keys else None
    return outcome.key if outcome.key in keys else "win" if "win" in keys else None


@lru_cache(maxsize=1_000)
def results_of(bet: Bet, catalogue: Catalogue) -> frozenset[str]:
    """Return how *bet* can end: ``win``, ``lose``, ``push``."""
    return frozenset(outcome.result for outcome in compile_bet(bet, catalogue).outcomes)


@lru_cache(maxsize=1_000)
def results_by_tier(bet: Bet, catalogue: Catalogue) -> Mapping[str, str]:
    """Return the result of each outcome that is no win, where the rules tell several apart."""
    outcomes = compile_bet(bet, catalogue).outcomes
    return {
        outcome.tier: outcome.result
        for outcome in outcomes
        if outcome.tier and outcome.result != "win"
    }


@lru_cache(maxsize=1_000)
def by_total(bet: Bet, catalogue: Catalogue) -> Mapping[int, Outcome]:
    """Return how the first roll of each total ends the bet, where every such roll ends it so."""
    try:
        automaton = compile_bet(bet, catalogue)
        start = automaton.start(COMING_OUT)
    except ChainError:
        return {}
    after: dict[int, set[State | Outcome]] = {}
    for roll in ROLLS:
        after.setdefault(sum(roll), set()).add(automaton.step(start, roll))
    alike = {total: next(iter(ends)) for total, ends in after.items() if len(ends) == 1}
    return {total: end for total, end in alike.items() if isinstance(end, Outcome)}
