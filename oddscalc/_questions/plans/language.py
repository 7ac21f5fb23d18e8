"""What the rules of a plan say: events, conditions and actions, read into small trees.

A condition compares what is up, counted or won; an action changes bets or counters. The words are
those of the table: puck, point, made, seven-out, press, take down.

    condition:  puck on | puck off | point is [not] 6 | BET up | covered 6 | SUM < 2
                and, or, not, parentheses; SUM adds counters, numbers and how many bets of a kind
                are up, as in ``pass + come < 2``; ``net`` is what the hand has brought,
                ``rack`` that less what was up before the decision; sums are compared by
                < <= = >= > and !=
    event:      roll | hand | point set | point made | seven-out
                won BET | lost BET | pushed BET | decided BET
    action:     [if CONDITION:] make BET [STAKE] | set BET to STAKE | press BET by STAKE [to STAKE]
                odds BET SCHEDULE | take down BET | turn on BET | turn off BET
                count COUNTER [by N] | reset COUNTER | stop

BET is an id or a kind: ``place`` means every place bet, ``bets`` every bet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from oddscalc._exact.numbers import exact, parse_rational
from oddscalc._money.schedule import OddsSchedule
from oddscalc.errors import NumberError, RangeError, UnknownNameError


class Situation(Protocol):
    """What a condition is asked of."""

    point: int | None

    def up(self, kind: str) -> int:
        """Return how many bets of a kind or id are up."""

    def covers(self, number: int) -> bool:
        """Return whether a pass, come or put bet stands on *number*."""

    def counter(self, name: str) -> Fraction:
        """Return the value of a counter, or one of the hand's ``MONEY``."""


Test = Callable[[Situation], bool]
Amount = Callable[[Situation], Fraction]

ALWAYS = "roll"
EVENTS = (ALWAYS, "hand", "point set", "point made", "seven-out")
RESULTS = ("won", "lost", "pushed", "decided")
MONEY = ("net", "rack")
"""What the hand has brought so far: the net win; and that less what is up, before the decision."""

_TOKEN = re.compile(r"\s*(<=|>=|!=|[-+()<>=/]|[A-Za-z][A-Za-z0-9-]*|[0-9]+(?:[./][0-9]+)?)")
_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    "is": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "!=": lambda a, b: a != b,
}


WHOLE = "*"
"""What a condition looks at that asks of all bets: what is covered, or the money of the hand."""


@dataclass(frozen=True)
class Condition:
    """What must hold.

    Args:
        holds: the test.
        names: the bets and counters that it looks at; ``WHOLE`` for all of them.
        money: whether it looks at the money of the hand.
    """

    holds: Test
    names: frozenset[str] = frozenset()
    money: bool = False


@dataclass(frozen=True)
class Names:
    """The words that a plan's rules may use beside those of the language.

    Args:
        bets: the ids of the plan's bets.
        kinds: for each kind the ids of the plan's bets that are of it.
        counters: the names of its counters.
        points: the numbers that can be the point.
    """

    bets: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]
    counters: tuple[str, ...]
    points: tuple[int, ...] = (4, 5, 6, 8, 9, 10)

    def meant(self, name: str) -> tuple[str, ...]:
        """Return the bets that *name* means.

        Raises:
            UnknownNameError: it means none of the plan's bets.
        """
        if name in self.bets:
            return (name,)
        if name in self.kinds:
            return self.kinds[name]
        words = [*self.bets, *(kind for kind in self.kinds if kind not in self.bets)]
        raise UnknownNameError(
            f"{name!r} is no bet of the plan; its bets and their kinds are {', '.join(words)}",
            words,
        )


@dataclass(frozen=True)
class Action:
    """One thing to do.

    Args:
        verb: ``make``, ``set``, ``press``, ``odds``, ``down``, ``on``, ``off``, ``count``,
            ``reset`` or ``stop``.
        condition: when it is done.
        bets: the bets it is done to.
        amount: a stake, or how much is counted; None for the bet's own stake.
        most: the stake up to which is pressed.
        schedule: the odds.
        counter: the counter.
    """

    verb: str
    condition: Condition
    bets: tuple[str, ...] = ()
    amount: Fraction | None = None
    most: Fraction | None = None
    schedule: OddsSchedule | None = None
    counter: str = ""


class _Words:
    """The tokens of a text, read from left to right."""

    def __init__(self, text: str, names: Names) -> None:
        self.text, self.names = text, names
        self.tokens = list(self._tokens())
        self.place = 0
        self.named = set[str]()

    def _tokens(self) -> Iterator[str]:
        text, place = self.text.strip(), 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise NumberError(f"{self.text!r}: {text[place : place + 12]!r} cannot be read")
            yield match[1].lower()
            place = match.end()

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    @property
    def next_but_one(self) -> str:
        """The token after the next."""
        return self.tokens[self.place + 1] if self.place + 1 < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        """Take the next token; it must be one of *expected*, if there are any."""
        token = self.next
        if not token or (expected and token not in expected):
            wanted = f"; {' or '.join(expected)} is expected" if expected else ""
            raise NumberError(f"{self.text!r}: {token or 'the end'!r} is out of place{wanted}")
        self.place += 1
        return token

    def took(self, *tokens: str) -> bool:
        """Take *tokens* if they are next; return whether they were."""
        end = self.place + len(tokens)
        if tuple(self.tokens[self.place : end]) != tokens:
            return False
        self.place = end
        return True

    def number(self) -> Fraction:
        """Take a number."""
        try:
            return parse_rational(self.take())
        except NumberError as error:
            raise error.at(repr(self.text)) from None

    def end(self) -> None:
        """Refuse what is left over."""
        if self.next:
            raise NumberError(f"{self.text!r}: {self.next!r} is out of place")


YES = Condition(lambda now: True)
"""The condition that always holds."""


def parse_condition(text: str, names: Names) -> Condition:
    """Read a condition.

    Raises:
        NumberError, UnknownNameError: it cannot be read, or names what the plan does not have.
    """
    words = _Words(text, names)
    test = _either(words)
    words.end()
    return Condition(test, frozenset(words.named), bool(words.named & set(MONEY)))


def _either(words: _Words) -> Test:
    first = _both(words)
    while words.took("or"):
        first = _joined(first, _both(words), any)
    return first


def _both(words: _Words) -> Test:
    first = _negated(words)
    while words.took("and"):
        first = _joined(first, _negated(words), all)
    return first


def _joined(test: Test, other: Test, how: Callable[[Iterator[bool]], bool]) -> Test:
    return lambda now: how(part(now) for part in (test, other))


def _negated(words: _Words) -> Test:
    if words.took("not"):
        inner = _negated(words)
        return lambda now: not inner(now)
    if words.took("("):
        inner = _either(words)
        words.take(")")
        return inner
    return _fact(words)


def _fact(words: _Words) -> Test:
    if words.took("puck"):
        on = words.take("on", "off") == "on"
        return lambda now: (now.point is not None) == on
    if words.took("point", "is"):
        wanted = not words.took("not")
        numbers = {_point(words)}
        while words.took("/") or (words.next_but_one[:1].isdigit() and words.took("or")):
            numbers.add(_point(words))
        return lambda now: (now.point in numbers) == wanted
    if words.took("covered"):
        number = _point(words)
        words.named.add(WHOLE)
        return lambda now: now.covers(number)
    if words.place + 1 < len(words.tokens) and words.tokens[words.place + 1] == "up":
        kind = words.take()
        words.named.update(words.names.meant(kind))
        words.take("up")
        return lambda now: now.up(kind) > 0
    return _comparison(words)


def _point(words: _Words) -> int:
    """Read a number that can be the point."""
    number = words.number()
    if number not in words.names.points:
        points = ", ".join(map(str, words.names.points))
        raise RangeError(f"{words.text!r}: {exact(number)} is never the point; points are {points}")
    return int(number)


def _comparison(words: _Words) -> Test:
    left = _sum(words)
    compare = _COMPARE[words.take(*_COMPARE)]
    right = _sum(words)
    return lambda now: compare(left(now), right(now))


def _sum(words: _Words) -> Amount:
    terms = [(1 - 2 * words.took("-"), _term(words))]
    while words.next in ("+", "-"):
        sign = 1 if words.take() == "+" else -1
        terms.append((sign, _term(words)))
    return lambda now: sum((sign * term(now) for sign, term in terms), Fraction(0))


def _term(words: _Words) -> Amount:
    if words.next[:1].isdigit():
        number = words.number()
        return lambda now: number
    name = words.take()
    if name in MONEY or name in words.names.counters:
        words.named.update({name} if name not in MONEY else {name, WHOLE})
        return lambda now: now.counter(name)
    words.named.update(words.names.meant(name))
    return lambda now: Fraction(now.up(name))


def parse_event(text: str, names: Names) -> tuple[str, ...]:
    """Return the events that *text* means; of a kind of bets, those of each of its bets.

    Raises:
        UnknownNameError: it is no event.
    """
    plain = " ".join(text.lower().split())
    if plain in EVENTS:
        return (plain,)
    result, _, name = plain.partition(" ")
    if result in RESULTS and name:
        results = RESULTS[:3] if result == "decided" else (result,)
        return tuple(f"{word} {bet}" for word in results for bet in names.meant(name))
    events = [*EVENTS, *(f"{result} BET" for result in RESULTS)]
    raise UnknownNameError(f"{text!r} is no event; there are {', '.join(events)}", events)


def parse_action(text: str, names: Names) -> Action:
    """Read an action, with its own condition if it begins with ``if``.

    Raises:
        NumberError, UnknownNameError: it cannot be read, or names what the plan does not have.
    """
    condition, plain = YES, " ".join(text.split())
    if plain.lower().startswith("if "):
        message, colon, plain = plain[3:].partition(":")
        if not colon:
            raise NumberError(f"{text!r}: write 'if CONDITION: ACTION'")
        condition = parse_condition(message, names)
    for start, read in _VERBS.items():
        if plain.lower().strip() == start or plain.lower().strip().startswith(f"{start} "):
            return read(plain.strip()[len(start) :].strip(), condition, names, text)
    raise NumberError(f"{text!r} is no action; one begins with {', '.join(_VERBS)}")


Reader = Callable[[str, Condition, Names, str], Action]


def _stake(text: str, whole: str) -> Fraction:
    try:
        stake = parse_rational(text.strip().removeprefix("$"))
    except NumberError as error:
        raise error.at(repr(whole)) from None
    if stake < 0:
        raise RangeError(f"{whole!r}: a stake is not below 0")
    return stake


def _to_bets(verb: str) -> Reader:
    def read(rest: str, condition: Condition, names: Names, whole: str) -> Action:
        return Action(verb, condition, names.meant(rest.lower()))

    return read


def _make(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    bet, _, stake = rest.partition(" ")
    amount = _stake(stake, whole) if stake else None
    return Action("make", condition, names.meant(bet.lower()), amount)


def _set(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    bet, to, stake = rest.partition(" to ")
    if not to:
        raise NumberError(f"{whole!r}: write 'set BET to STAKE'")
    return Action("set", condition, names.meant(bet.strip().lower()), _stake(stake, whole))


def _press(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    bet, by, amounts = rest.partition(" by ")
    if not by:
        raise NumberError(f"{whole!r}: write 'press BET by STAKE' or 'press BET by STAKE to STAKE'")
    amount, to, most = amounts.partition(" to ")
    limit = _stake(most, whole) if to else None
    return Action(
        "press", condition, names.meant(bet.strip().lower()), _stake(amount, whole), limit
    )


def _odds(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    bet, _, schedule = rest.partition(" ")
    if not schedule:
        raise NumberError(f"{whole!r}: write 'odds BET SCHEDULE', like 'odds pass 345x'")
    meant = names.meant(bet.lower())
    return Action("odds", condition, meant, schedule=OddsSchedule.parse(schedule))


def _count(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    name, by, number = rest.partition(" by ")
    counter = _counter(name, names, whole)
    amount = parse_rational(number) if by else Fraction(1)
    return Action("count", condition, amount=amount, counter=counter)


def _reset(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    return Action("reset", condition, counter=_counter(rest, names, whole))


def _stop(rest: str, condition: Condition, names: Names, whole: str) -> Action:
    if rest:
        raise NumberError(f"{whole!r}: {rest!r} is out of place")
    return Action("stop", condition)


def _counter(name: str, names: Names, whole: str) -> str:
    plain = name.strip().lower()
    if plain not in names.counters:
        known = ", ".join(names.counters) or "none"
        raise UnknownNameError(
            f"{whole!r}: {name.strip()!r} is no counter; the plan has {known}", names.counters
        )
    return plain


_VERBS: Mapping[str, Reader] = {
    "make": _make,
    "set": _set,
    "press": _press,
    "odds": _odds,
    "take down": _to_bets("down"),
    "turn on": _to_bets("on"),
    "turn off": _to_bets("off"),
    "count": _count,
    "reset": _reset,
    "stop": _stop,
}


def parse_actions(texts: str | Sequence[str], names: Names) -> tuple[Action, ...]:
    """Read one action or a list of them."""
    several = [texts] if isinstance(texts, str) else texts
    return tuple(parse_action(text, names) for text in several)
