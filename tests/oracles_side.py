"""The second road to the bets beyond the customary ones: closed forms, no chain, no linear system.

Beside the ideas of ``oracles``:

* repeating: let rolls arrive as a Poisson stream.  A thing of weight m has come fewer than k times
  by time t with probability exp(-m t) sum of (m t)**j / j! for j < k, independently of every other
  thing, and the stopper of weight e comes at a time of density e exp(-e t).  The integral of
  t**j exp(-s t) is j!/s**(j + 1), so all is exact;
* renewing: a hand of n rolls is a first part, of which the law is a sum of powers, and a hand anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, factorial

from oracles import POINTS, SEVEN, WAYS, Law, groups_complete, groups_draws, p

ONE = Fraction(1)
TEN = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


# --- line bets --------------------------------------------------------------------------------


def _made(points: Sequence[int] = POINTS) -> Fraction:
    """Probability that a point is set and made: the sum of (w/36) w/(w + 6)."""
    return sum((p(n) * Fraction(WAYS[n], WAYS[n] + SEVEN) for n in points), Fraction(0))


def _line_rolls(points: Sequence[int] = POINTS) -> Fraction:
    """1 and, on a point, 36/(w + 6) more."""
    return 1 + sum((p(n) * Fraction(36, WAYS[n] + SEVEN) for n in points), Fraction(0))


def _dont(bar: int | None) -> Law:
    """Wins on 2, 3 and 12, less the barred number, and on a 7 before the point."""
    lose = p(7, 11) + _made()
    push = p(bar) if bar else Fraction(0)
    law = {"win": 1 - lose - push, "lose": lose}
    return law | {"push": push} if bar else law


LINES: dict[str, Law] = {
    **{f"dont-{who}-no-bar": _dont(None) for who in ("pass", "come")},
    **{f"dont-{who}-bar-{bar}": _dont(bar) for who in ("pass", "come") for bar in (2, 3)},
}
CRAPLESS: Law = {"win": p(7) + _made(TEN), "lose": 1 - p(7) - _made(TEN)}


# --- one, two or three rolls -------------------------------------------------------------------

TOTALS: dict[str, dict[str, tuple[int, ...]]] = {
    "field-with-5": {"win:2": (2,), "win:12": (12,), "win:other": (3, 4, 5, 10, 11)},
    "low-dice": {"win:2": (2,), "win:other": (3, 4, 5, 6)},
    "high-dice": {"win:12": (12,), "win:other": (8, 9, 10, 11)},
    "simplified-craps": {f"win:{n}": (n,) for n in (2, 3, 4, 10, 11, 12)},
}
SHORT: dict[str, tuple[Law, Fraction]] = {
    "six-seven-eight-hard": (
        {"win:hard": Fraction(2, 36), "win:other": Fraction(8 + 6, 36), "lose": Fraction(20, 36)},
        ONE,
    ),
    # a point (24 of 36) and a 7 (6 of 36), in this order or the other, and a 7 before both
    "point-7": ({"win": Fraction(1, 9), "lose": Fraction(8, 9)}, 1 + p(*POINTS)),
    "7-point": ({"win": Fraction(1, 9), "lose": Fraction(8, 9)}, 1 + p(7)),
    "7-point-7": ({"win": Fraction(1, 54), "lose": Fraction(53, 54)}, 1 + p(7) + Fraction(1, 9)),
    "muggsys-corner": (
        {"win:7": p(7), "win:point-7": Fraction(1, 9), "lose": 1 - p(7) - Fraction(1, 9)},
        1 + p(*POINTS),
    ),
}


def _above(point: int) -> int:
    return sum(ways for total, ways in WAYS.items() if total > point)


def high_point(next_roll: bool) -> tuple[Law, Fraction]:
    """33 of 36 first rolls count: 11 and 12 win, 4 to 10 are points.

    A higher roll wins: of 36 rolls, or of those that are higher or the point itself.
    """
    decides = {n: 36 if next_roll else _above(n) + WAYS[n] for n in range(4, 11)}
    win = Fraction(3, 33) + sum(
        Fraction(WAYS[n], 33) * Fraction(_above(n), ways) for n, ways in decides.items()
    )
    more = sum(Fraction(WAYS[n], 33) * Fraction(36, ways) for n, ways in decides.items())
    return {"win": win, "lose": 1 - win}, Fraction(36, 33) + more


# --- repeating ---------------------------------------------------------------------------------

Limits = Mapping[int, int]  # number -> it has come fewer times than this

REPEATERS: dict[int, int] = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}
GROUPS: dict[str, tuple[int, ...]] = {
    "repeater-updown": (2, 3, 4, 5, 6),
    "repeater-downtown": (8, 9, 10, 11, 12),
    "repeater-even": (2, 4, 6, 8, 10, 12),
    "repeater-odd": (3, 5, 9, 11),
    "repeater-horn": (2, 3, 11, 12),
}
REPLAY: tuple[tuple[tuple[int, int], int], ...] = (
    ((4, 10), 4),
    ((5, 9), 4),
    ((4, 10), 3),
    ((6, 8), 4),
    ((5, 9), 3),
    ((6, 8), 3),
)
MADE: dict[int, Fraction] = {n: Fraction(WAYS[n] ** 2, WAYS[n] + SEVEN) for n in POINTS}
SEVEN_OUT = sum((Fraction(WAYS[n] * SEVEN, WAYS[n] + SEVEN) for n in POINTS), Fraction(0))
"""Weights, of 36, of "n set and made" and "set and lost"."""


def none_reached(limits: Limits, weight: Mapping[int, Fraction], stop: Fraction) -> Fraction:
    """P(every number has come fewer times than its limit, when the stopper comes)."""
    poly = [ONE]
    for number, limit in limits.items():
        factor = [weight[number] ** j / factorial(j) for j in range(limit)]
        grown = [Fraction(0)] * (len(poly) + limit - 1)
        for i, x in enumerate(poly):
            for j, y in enumerate(factor):
                grown[i + j] += x * y
        poly = grown
    rate = stop + sum((weight[number] for number in limits), Fraction(0))
    return sum((stop * c * factorial(j) / rate ** (j + 1) for j, c in enumerate(poly)), Fraction(0))


def _repeated(numbers: Sequence[int]) -> tuple[Law, Fraction]:
    """A win when one of *numbers* has come often enough before the 7; E[rolls] = 36 E[min]."""
    weight = {n: Fraction(ways) for n, ways in WAYS.items()}
    lose = none_reached({n: REPEATERS[n] for n in numbers}, weight, Fraction(SEVEN))
    return {"win": 1 - lose, "lose": lose}, 36 * lose / SEVEN


def _together(ways: int, times: int) -> tuple[Law, Fraction]:
    """(w/(w + 6))**n; each step of the race takes 36/(w + 6) rolls."""
    step = Fraction(ways, ways + SEVEN)
    rolls = sum((step**k * 36 / (ways + SEVEN) for k in range(times)), Fraction(0))
    return {"win": step**times, "lose": 1 - step**times}, rolls


def _cycle_rolls() -> Fraction:
    """Rolls from a come-out to the end of the point it sets: 36/24 and 36/(w + 6)."""
    return Fraction(36, 24) + sum(Fraction(WAYS[n] * 36, 24 * (WAYS[n] + SEVEN)) for n in POINTS)


@cache
def _replay() -> tuple[Law, Fraction]:
    """Differences of P(none of the r best events), with one more event each time."""
    limits: dict[int, int] = {}
    law: Law = {}
    before, best = ONE, None
    for pair, times in REPLAY:
        for number in pair:
            limits[number] = min(times, limits.get(number, times))
        missed = none_reached(limits, MADE, SEVEN_OUT)
        law[f"win:{pair[0]} or {pair[1]} x{times}"] = before - missed
        before, best = missed, best or missed
    assert best is not None
    cycles = (sum(MADE.values(), Fraction(0)) + SEVEN_OUT) * best / SEVEN_OUT
    return law | {"lose": before}, cycles * _cycle_rolls()


# --- counting ----------------------------------------------------------------------------------


@cache
def hand_at_least(n: int) -> Fraction:
    """P(a hand has n rolls or more): Ethier and Hoppe, A world record in Atlantic City, (3).

    The first roll sets no point; or it sets one, which is undecided for n - 2 rolls more; or the
    point is made with roll j and a hand begins anew.
    """
    if n <= 2:
        return ONE
    stays = {k: 1 - p(k) - p(7) for k in POINTS}
    first = (1 - p(*POINTS)) * hand_at_least(n - 1)
    undecided = sum((p(k) * stays[k] ** (n - 2) for k in POINTS), Fraction(0))
    anew = sum(
        p(k) ** 2 * stays[k] ** (j - 2) * hand_at_least(n - j) for k in POINTS for j in range(2, n)
    )
    return first + undecided + anew


HOT_SHOOTER: dict[str, tuple[int, int]] = {
    "lose:2..7": (2, 7),
    "push:8..15": (8, 15),
    "win:16..23": (16, 23),
    "win:24..31": (24, 31),
    "win:32..39": (32, 39),
    "win:40..44": (40, 44),
    "win:45..50": (45, 50),
}


def _hot_shooter() -> tuple[Law, Fraction]:
    law = {
        label: hand_at_least(low) - hand_at_least(high + 1)
        for label, (low, high) in HOT_SHOOTER.items()
    }
    rolls = sum((hand_at_least(n) for n in range(1, 52)), Fraction(0))
    return law | {"win:51+": hand_at_least(51)}, rolls


def pass_wins() -> Fraction:
    """P(pass line win before a seven-out): 244/495 against 196/495, craps aside."""
    win, out = p(7, 11) + _made(), p(*POINTS) - _made()
    return win / (win + out)


def _ride_the_line(first_win: int, push: int | None) -> tuple[Law, Fraction]:
    """q**n (1 - q), and q**11 for all the rest; decisions, craps too, of 557/165 rolls each."""
    q = pass_wins()
    law: Law = {}
    for n in range(11):
        result = "win" if n >= first_win else "push" if n == push else "lose"
        law[f"{result}:{n}"] = q**n * (1 - q)
    decisions = sum((q**n for n in range(11)), Fraction(0)) / (1 - p(2, 3, 12))
    return law | {"win:11+": q**11}, decisions * _line_rolls()


def _throws() -> tuple[Law, Fraction]:
    """(5/6)**n / 6."""
    other = 1 - p(7)
    law = {f"{'win' if n else 'lose'}:{n}": other**n * p(7) for n in range(21)}
    return law | {"win:21+": other**21}, sum((other**n for n in range(21)), Fraction(0))


# --- collecting --------------------------------------------------------------------------------

COLLECT: dict[str, tuple[int, ...]] = {
    "flaming-four": (2, 3, 11, 12),
    "sizzling-six": (4, 5, 6, 8, 9, 10),
}


def _collected(numbers: Sequence[int]) -> tuple[Law, Fraction]:
    group = [[WAYS[n] for n in numbers]]
    lose, win = groups_complete(group, SEVEN)
    return {"win": win, "lose": lose}, groups_draws(group, SEVEN, 36)


def _counted(weights: Sequence[int], win_at: int) -> tuple[Law, Fraction]:
    groups = [[weight] for weight in weights]
    found = enumerate(groups_complete(groups, SEVEN))
    law = {f"{'win' if k >= win_at else 'lose'}:{k}": q for k, q in found}
    return law, groups_draws(groups, SEVEN, 36)


def different_doubles(k: int) -> Fraction:
    """Six doubles and six 7s are alike: C(11 - k, 5) of the C(12, 6) orders."""
    return Fraction(comb(11 - k, 5), comb(12, 6))


# --- all of them -------------------------------------------------------------------------------

RACES: dict[str, int] = {
    f"{kind}-{n}": n for kind in ("odds", "place", "buy") for n in (2, 3, 11, 12)
}

BETS: tuple[str, ...] = (
    *LINES, "crapless-pass", "crapless-come", *RACES, *TOTALS, *SHORT, "high-point", "fire-3",
    "ride-the-line", "ride-the-line-push-2", "ride-the-line-push-3", "replay", "hot-shooter",
    "different-doubles", *COLLECT, "hot-hand", *(f"repeater-{n}" for n in REPEATERS),
    "repeater-2-or-12", "repeater-3-or-11", "repeater-2-3-11-12", *GROUPS, "throws-before-7",
)  # fmt: skip

OTHERS = {
    "high-point": lambda: high_point(next_roll=True),
    "ride-the-line": lambda: _ride_the_line(3, None),
    "ride-the-line-push-2": lambda: _ride_the_line(3, 2),
    "ride-the-line-push-3": lambda: _ride_the_line(4, 3),
    "replay": _replay,
    "hot-shooter": _hot_shooter,
    "different-doubles": lambda: _counted([1] * 6, 3),
    "hot-hand": lambda: _counted([WAYS[n] for n in TEN], 9),
    "repeater-2-or-12": lambda: _together(2, 1),
    "repeater-3-or-11": lambda: _together(4, 1),
    "repeater-2-3-11-12": lambda: _together(6, 7),
    "throws-before-7": _throws,
}


@cache
def answer(bet: str) -> tuple[Law, Fraction]:
    """The law and the expected rolls of one of ``BETS``, except fire-3."""
    if bet in LINES:
        return LINES[bet], _line_rolls()
    if bet.startswith("crapless-"):
        return CRAPLESS, _line_rolls(TEN)
    if bet in RACES:
        ways = WAYS[RACES[bet]]
        win = Fraction(ways, ways + SEVEN)
        return {"win": win, "lose": 1 - win}, Fraction(36, ways + SEVEN)
    if bet in TOTALS:
        law = {label: p(*totals) for label, totals in TOTALS[bet].items()}
        return law | {"lose": 1 - sum(law.values())}, ONE
    if bet in SHORT:
        return SHORT[bet]
    if bet in COLLECT:
        return _collected(COLLECT[bet])
    if bet in GROUPS:
        return _repeated(GROUPS[bet])
    if bet in OTHERS:
        return OTHERS[bet]()
    number = int(bet.removeprefix("repeater-"))
    return _together(WAYS[number], REPEATERS[number])
