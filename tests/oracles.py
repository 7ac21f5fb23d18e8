"""The second road to every number: closed forms written by hand, from the standard library only.

Nothing here builds a chain or solves a linear system.  Three ideas carry the whole module:

* counting: a one-roll bet is a set of the 36 ordered rolls;
* racing: of two disjoint sets of a and b rolls, the first comes up before the second with
  probability a/(a+b), and the race takes 36/(a+b) rolls on average;
* collecting: let rolls arrive as a Poisson stream.  A thing of weight w is then still missing at
  time t with probability z**w, z = exp(-t), independently of every other thing, and a stopper of
  weight s turns z**k into s/(s+k).  So "exactly so many before the stopper" is a product of small
  polynomials in z, read off term by term (inclusion-exclusion, with the bookkeeping done by z).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

Roll = tuple[int, int]
Rolls = frozenset[Roll]
Law = dict[str, Fraction]
Poly = dict[int, int]  # exponent of z -> coefficient

ROLLS: Rolls = frozenset(product(range(1, 7), range(1, 7)))
WAYS: dict[int, int] = {t: 6 - abs(t - 7) for t in range(2, 13)}
POINTS: tuple[int, ...] = (4, 5, 6, 8, 9, 10)
SEVEN = WAYS[7]
POINT_WAYS = sum(WAYS[n] for n in POINTS)


def p(*totals: int) -> Fraction:
    """Probability that one roll shows one of these totals: the sum of their ways over 36."""
    return Fraction(sum(WAYS[t] for t in totals), 36)


def thrown(*totals: int) -> Rolls:
    """The ordered rolls that show one of these totals."""
    return frozenset(r for r in ROLLS if sum(r) in totals)


def hard(total: int) -> Rolls:
    """The one roll of an even total with both dice alike."""
    return frozenset({(total // 2, total // 2)})


def hop(a: int, b: int) -> Rolls:
    """The ordered rolls of an unordered pair: two, or one when both faces agree."""
    return frozenset({(a, b), (b, a)})


# --- the bets, as sets of rolls ---------------------------------------------------------------

LINE: tuple[str, ...] = ("pass", "come", "dont-pass", "dont-come")

FOR = ("odds", "put", "place", "buy")  # the number before a 7
AGAINST = ("lay-odds", "place-lose", "lay")  # a 7 before the number

# bet -> (rolls that win, rolls that lose): the first of the two to appear decides
RACES: dict[str, tuple[Rolls, Rolls]] = (
    {f"{k}-{n}": (thrown(n), thrown(7)) for k in FOR for n in POINTS}
    | {f"{k}-{n}": (thrown(7), thrown(n)) for k in AGAINST for n in POINTS}
    | {f"big-{n}": (thrown(n), thrown(7)) for n in (6, 8)}
    | {f"hard-{n}": (hard(n), thrown(n, 7) - hard(n)) for n in (4, 6, 8, 10)}
)

# bet -> the rolls that win it on the next roll; all others lose
HOPS: dict[str, Rolls] = {
    f"hop-{a}-{b}": hop(a, b) for a, b in combinations_with_replacement(range(1, 7), 2)
}
ONE_ROLL: dict[str, Rolls] = HOPS | {
    "any-7": thrown(7),
    "any-craps": thrown(2, 3, 12),
    "craps-2": thrown(2),
    "craps-3": thrown(3),
    "craps-12": thrown(12),
    "eleven": thrown(11),
    "hi-lo": thrown(2, 12),
    "over-7": thrown(8, 9, 10, 11, 12),
    "under-7": thrown(2, 3, 4, 5, 6),
    "six-seven-eight": thrown(6, 7, 8),
}

FIELD: dict[str, Rolls] = {
    "win:2": thrown(2),
    "win:12": thrown(12),
    "win:other": thrown(3, 4, 9, 10, 11),
    "lose": thrown(5, 6, 7, 8),
}

HORN: dict[str, int] = {"craps-2": 1, "craps-3": 1, "eleven": 1, "craps-12": 1}

# bundle -> part -> units of the stake on that part
BUNDLES: dict[str, dict[str, int]] = {
    "horn": HORN,
    "horn-high-2": HORN | {"craps-2": 2},
    "horn-high-3": HORN | {"craps-3": 2},
    "horn-high-11": HORN | {"eleven": 2},
    "horn-high-12": HORN | {"craps-12": 2},
    "whirl": HORN | {"any-7": 1},
    "c-and-e": {"any-craps": 1, "eleven": 1},
    "three-way": {"craps-2": 1, "craps-3": 1, "craps-12": 1},
}

# bet -> totals that must all be thrown before a 7
COLLECT: dict[str, tuple[int, ...]] = {
    "all-small": (2, 3, 4, 5, 6),
    "all-tall": (8, 9, 10, 11, 12),
    "all-or-nothing": (2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
}

BETS: tuple[str, ...] = (
    *LINE, *RACES, *ONE_ROLL, "field", *BUNDLES, *COLLECT, "fire", "hot-roller",
)  # fmt: skip


# --- collecting -------------------------------------------------------------------------------


def _times(a: Poly, b: Poly) -> Poly:
    """The product of two polynomials in z."""
    out: Poly = {}
    for (i, x), (j, y) in product(a.items(), b.items()):
        out[i + j] = out.get(i + j, 0) + x * y
    return out


def _plus(a: Poly, b: Poly) -> Poly:
    """The sum of two polynomials in z."""
    return {k: a.get(k, 0) + b.get(k, 0) for k in a.keys() | b.keys()}


def _complete(weights: Iterable[int]) -> Poly:
    """All things of these weights seen by time t: the product of (1 - z**w)."""
    out: Poly = {0: 1}
    for w in weights:
        out = _times(out, {0: 1, w: -1})
    return out


def _complement(a: Poly) -> Poly:
    """1 - a."""
    return _plus({0: 1}, {k: -c for k, c in a.items()})


def _by_count(groups: Sequence[Sequence[int]]) -> list[Poly]:
    """Exactly k groups complete by time t, k = 0, 1, ..., len(groups).

    The coefficient of y**k in the product of ((1 - c_g) + c_g y), c_g = prod(1 - z**w).
    """
    by_count: list[Poly] = [{0: 1}]
    for group in groups:
        yes = _complete(group)
        no = _complement(yes)
        below: list[Poly] = [{}, *by_count]
        same: list[Poly] = [*by_count, {}]
        by_count = [_plus(_times(a, yes), _times(b, no)) for a, b in zip(below, same, strict=True)]
    return by_count


def groups_complete(groups: Sequence[Sequence[int]], stop: int) -> list[Fraction]:
    """P(exactly k groups are complete when the stopper comes): z**j becomes stop/(stop + j)."""
    return [
        sum((Fraction(c * stop, stop + j) for j, c in poly.items()), Fraction(0))
        for poly in _by_count(groups)
    ]


def groups_draws_until(
    groups: Sequence[Sequence[int]], stop: int, total: int, enough: int
) -> Fraction:
    """Expected draws (of weight `total` in all) until the stopper, or `enough` complete groups.

    The bet is open at time t while fewer are complete: each term c z**j of that lasts
    c total/(stop + j) draws.
    """
    return sum(
        (
            Fraction(c * total, stop + j)
            for poly in _by_count(groups)[:enough]
            for j, c in poly.items()
        ),
        Fraction(0),
    )


def groups_draws(groups: Sequence[Sequence[int]], stop: int, total: int) -> Fraction:
    """Expected draws (of weight `total` in all) until the stopper, or until all is complete.

    E[min(stopper, last)]: the sum over the terms c z**j of 1 - prod(1 - z**w) of
    c total/(stop + j).
    """
    pending = _complement(_complete(w for group in groups for w in group))
    return sum((Fraction(c * total, stop + j) for j, c in pending.items()), Fraction(0))


def _collect_groups(bet: str) -> list[list[int]]:
    """One group of one thing for each total of a collect bet."""
    return [[WAYS[t]] for t in COLLECT[bet]]


def _hot_groups(ordered: bool) -> list[list[int]]:
    """Each point's combinations: its ordered rolls (weight 1), or its pairs (weights 1 and 2)."""
    if ordered:
        return [[1] * WAYS[n] for n in POINTS]
    pairs = [hop(a, b) for a, b in combinations_with_replacement(range(1, 7), 2)]
    return [[len(pair) for pair in pairs if pair <= thrown(n)] for n in POINTS]


# Fire: cut a hand into cycles, each from a come-out to the end of the point it sets.  Cycles are
# independent and alike, so fire collects points against the stopper "this cycle ends the hand".
# Chances are put over 36 * 990 to make whole weights: 990 is divisible by 3+6, 4+6 and 5+6.
_SCALE = 990


def _fire_weights(any_7: bool) -> tuple[list[list[int]], int]:
    """Weights of "n set and made", w_n w_n/(w_n + 6), and of the end, sum of w_n 6/(w_n + 6).

    If any 7 ends the bet, the come-out 7 adds its 6 ways to the end.
    """
    made = [[WAYS[n] ** 2 * _SCALE // (WAYS[n] + SEVEN)] for n in POINTS]
    end = sum(WAYS[n] * SEVEN * _SCALE // (WAYS[n] + SEVEN) for n in POINTS)
    return made, end + (SEVEN * _SCALE if any_7 else 0)


def _fire_law(any_7: bool) -> Law:
    """Distinct points made before the end; four and more win."""
    made, end = _fire_weights(any_7)
    found = groups_complete(made, end)
    return {f"{'win' if k >= 4 else 'lose'}:{k}": q for k, q in enumerate(found)}


def _fire_rolls(any_7: bool, at_once: bool = False) -> Fraction:
    """Wald: E[cycles] times E[rolls in a cycle].

    A cycle is 36/d come-out rolls (d = the ways that leave the come-out, 24 or, with the 7, 30)
    and then, on the point n, w_n/d of the time, 36/(w_n + 6) rolls.
    """
    made, end = _fire_weights(any_7)
    total = end + sum(w for group in made for w in group)
    leave = POINT_WAYS + (SEVEN if any_7 else 0)
    race = sum((Fraction(WAYS[n] * 36, WAYS[n] + SEVEN) for n in POINTS), Fraction(0))
    enough = 4 if at_once else len(made)
    return groups_draws_until(made, end, total, enough) * (36 + race) / leave


def _hot_law(ordered: bool) -> Law:
    """Points with every combination thrown before any 7; two and more win."""
    found = groups_complete(_hot_groups(ordered), SEVEN)
    return {f"{'win' if k >= 2 else 'lose'}:{k}": q for k, q in enumerate(found)}


# --- laws and durations -----------------------------------------------------------------------


def _line_law(bet: str) -> Law:
    """Pass: 8/36 + sum of (w/36) w/(w + 6); don't: 3/36 + sum of (w/36) 6/(w + 6), 12 a push."""
    made = sum((p(n) * Fraction(WAYS[n], WAYS[n] + SEVEN) for n in POINTS), Fraction(0))
    right, wrong = p(7, 11) + made, p(2, 3, 12) + p(*POINTS) - made
    if bet in ("pass", "come"):
        return {"win": right, "lose": wrong}
    return {"win": wrong - p(12), "lose": right, "push": p(12)}


def _bundle_law(bet: str) -> Law:
    """The parts never win together: each part's own probability, and the rest loses."""
    out = {f"win:{part}": Fraction(len(ONE_ROLL[part]), 36) for part in BUNDLES[bet]}
    return out | {"lose": 1 - sum(out.values(), Fraction(0))}


@cache
def _law(bet: str) -> Law:
    if bet in LINE:
        return _line_law(bet)
    if bet in BUNDLES:
        return _bundle_law(bet)
    if bet == "field":
        return {label: Fraction(len(faces), 36) for label, faces in FIELD.items()}
    if bet == "fire":
        return _fire_law(any_7=False)
    if bet == "hot-roller":
        return _hot_law(ordered=False)
    if bet in RACES:
        win, lose = RACES[bet]
        chance = Fraction(len(win), len(win) + len(lose))
    elif bet in COLLECT:
        chance = groups_complete(_collect_groups(bet), SEVEN)[-1]
    else:
        chance = Fraction(len(ONE_ROLL[bet]), 36)
    return {"win": chance, "lose": 1 - chance}


def law(bet: str) -> Law:
    """Probability of every outcome label of a bet under `standard`; KeyError if there is none.

    One roll: ways/36.  Races: a/(a + b).  Line: come-out plus one race a point.  Fire, hot
    roller, small, tall and all: inclusion-exclusion (`groups_complete`).
    """
    return dict(_law(bet))


@cache
def rolls(bet: str) -> Fraction:
    """Expected rolls to decision under `standard`; KeyError if there is no such bet.

    One roll: 1.  Races: 36/(a + b).  Line: 1 + sum of (w/36) 36/(w + 6).  Collecting: E[min]
    by inclusion-exclusion (`groups_draws`).
    """
    if bet in LINE:
        return 1 + sum((p(n) * Fraction(36, WAYS[n] + SEVEN) for n in POINTS), Fraction(0))
    if bet in RACES:
        return Fraction(36, sum(map(len, RACES[bet])))
    if bet in COLLECT:
        return groups_draws(_collect_groups(bet), SEVEN, 36)
    if bet == "fire":
        return _fire_rolls(any_7=False)
    if bet == "hot-roller":
        return groups_draws(_hot_groups(ordered=False), SEVEN, 36)
    if bet in ONE_ROLL or bet in BUNDLES or bet == "field":
        return Fraction(1)
    raise KeyError(bet)


# --- money at the `customary` paytable --------------------------------------------------------

PLACE: dict[int, Fraction] = {
    4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6),
    8: Fraction(7, 6), 9: Fraction(7, 5), 10: Fraction(9, 5),
}  # fmt: skip
PLACE_LOSE: dict[int, Fraction] = {
    4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5),
    8: Fraction(4, 5), 9: Fraction(5, 8), 10: Fraction(5, 11),
}  # fmt: skip
# "to 1", one price a bet; line, come, put, big, over, under and six-seven-eight are even money
TO_ONE: dict[str, int] = {
    "any-7": 4, "any-craps": 7, "craps-2": 30, "craps-12": 30, "craps-3": 15, "eleven": 15,
    "hi-lo": 15, "hard-4": 7, "hard-10": 7, "hard-6": 9, "hard-8": 9,
    "all-small": 34, "all-tall": 34, "all-or-nothing": 175,
}  # fmt: skip
TIERS: dict[str, dict[str, int]] = {
    "field": {"win:2": 2, "win:12": 2, "win:other": 1},
    "fire": {"win:4": 24, "win:5": 249, "win:6": 999},
}
VIG = Fraction(1, 20)


def _price(bet: str) -> Fraction:
    """Net win per unit, before any commission; true odds are (ways to lose)/(ways to win)."""
    kind, _, number = bet.rpartition("-")
    if kind == "place":
        return PLACE[int(number)]
    if kind == "place-lose":
        return PLACE_LOSE[int(number)]
    if kind in ("odds", "lay-odds", "buy", "lay"):
        win, lose = RACES[bet]
        return Fraction(len(lose), len(win))
    if bet in HOPS:
        return Fraction(30 if len(HOPS[bet]) == 1 else 15)
    return Fraction(TO_ONE.get(bet, 1))


def _bundle_nets(bet: str) -> Law:
    """(price of the part x its units - units on the other parts) / all units; lose -1."""
    units = BUNDLES[bet]
    whole = sum(units.values())
    gains = {part: _price(part) * n - (whole - n) for part, n in units.items()}
    return {f"win:{part}": gain / whole for part, gain in gains.items()} | {"lose": Fraction(-1)}


def nets(bet: str) -> Law | None:
    """Net win per unit of flat stake, for each label of `law`; None for hot-roller (no price).

    A win nets the price, a loss -1, a push 0; buy and lay take 1/20 of the stake (buy) or of the
    win (lay) off both the win and the loss.
    """
    if bet == "hot-roller":
        return None
    if bet in BUNDLES:
        return _bundle_nets(bet)
    labels = _law(bet)
    if bet in TIERS:
        return {label: Fraction(TIERS[bet].get(label, -1)) for label in labels}
    price = _price(bet)
    kind = bet.rpartition("-")[0]
    fee = {"buy": VIG, "lay": VIG * price}.get(kind, Fraction(0))
    money = {"win": price - fee, "lose": -1 - fee, "push": Fraction(0)}
    return {label: money[label] for label in labels}


def edge(bet: str) -> Fraction | None:
    """House edge per bet made, over the flat stake: minus the sum of probability x net."""
    money = nets(bet)
    if money is None:
        return None
    return -sum((q * money[label] for label, q in _law(bet).items()), Fraction(0))


# --- other readings of the texts --------------------------------------------------------------


def dont_stays() -> Law:
    """Don't bet that a come-out 12 leaves up: the law of dont-pass given no push, q/(1 - 1/36)."""
    usual = _law("dont-pass")
    return {label: usual[label] / (1 - usual["push"]) for label in ("win", "lose")}


def dont_stays_rolls() -> Fraction:
    """Each come-out 12 starts the bet again: E = E[dont-pass] + E/36, so E[dont-pass] x 36/35."""
    return rolls("dont-pass") / (1 - p(12))


def fire_any_7() -> Law:
    """Fire when any 7, on the come-out too, ends it; labels as fire (weights: `_fire_weights`)."""
    return _fire_law(any_7=True)


def fire_any_7_rolls() -> Fraction:
    """Expected rolls of that reading: cycles times rolls in a cycle (`_fire_rolls`)."""
    return _fire_rolls(any_7=True)


def one_win(law: Law) -> Law:
    """The law of a bet that is decided as soon as it has won: its wins are one."""
    wins = sum((q for label, q in law.items() if label.startswith("win")), Fraction(0))
    return {"win": wins} | {k: q for k, q in law.items() if not k.startswith("win")}


def fire_at_once_rolls(any_7: bool) -> Fraction:
    """Expected rolls if the fourth point made decides: fewer cycles, each as long as before."""
    return _fire_rolls(any_7, at_once=True)


def hot_roller_at_once_rolls(ordered: bool) -> Fraction:
    """Expected rolls if the second complete point decides: to it or to the 7."""
    return groups_draws_until(_hot_groups(ordered), SEVEN, 36, 2)


def hardway_literal_or(total: int) -> Law:
    """Hard way before the easy way, or before a 7: the hard way must not come last of the three.

    With h, e, s ways: win = h/(h+e) + h/(h+s) - h/(h+e+s).
    """
    h, e, s = 1, WAYS[total] - 1, SEVEN
    win = Fraction(h, h + e) + Fraction(h, h + s) - Fraction(h, h + e + s)
    return {"win": win, "lose": 1 - win}


def hardway_literal_or_rolls(total: int) -> Fraction:
    """Until the hard way, or both others, have come.

    E min(h, max(e, s)) = 36/(h+e) + 36/(h+s) - 36/(h+e+s).
    """
    h, e, s = 1, WAYS[total] - 1, SEVEN
    return Fraction(36, h + e) + Fraction(36, h + s) - Fraction(36, h + e + s)


def hot_roller_ordered() -> Law:
    """Hot roller when a point needs all its ordered throws (w_n things of one way each)."""
    return _hot_law(ordered=True)


def hot_roller_ordered_rolls() -> Fraction:
    """Expected rolls of that reading: to the 7, or to all 24 point throws."""
    return groups_draws(_hot_groups(ordered=True), SEVEN, 36)


# --- bets that are off on come-out rolls ------------------------------------------------------


def _leaves(win: Rolls, lose: Rolls, point: int) -> tuple[int, int]:
    """On a point: d rolls that decide the bet, and x others that end the point (it, or a 7)."""
    decide = win | lose
    return len(decide), len(thrown(point, 7) - decide)


def off_rolls(win: Rolls, lose: Rolls, start: str | int) -> Fraction:
    """Expected rolls of a race that counts no come-out roll; start: come-out, on, or a point.

    On the point n, d rolls decide and x others lead back to the come-out, so
        E_n = 36/(d + x) + x/(d + x) C.
    A come-out roll sets n with w_n ways and leaves things as they are with the other 12, so
        C = 1 + (12/36) C + sum of (w_n/36) E_n,
    one equation for C.  "on" is the mean of E_n with weights w_n/24.
    """
    constant, slope = Fraction(1), p(2, 3, 7, 11, 12)
    for n in POINTS:
        d, x = _leaves(win, lose, n)
        constant += p(n) * Fraction(36, d + x)
        slope += p(n) * Fraction(x, d + x)
    come_out = constant / (1 - slope)

    def on(n: int) -> Fraction:
        d, x = _leaves(win, lose, n)
        return (36 + x * come_out) / (d + x)

    return _from(start, come_out, {n: on(n) for n in POINTS})


def off_law(win: Rolls, lose: Rolls, start: str | int) -> Law:
    """Law of that race, same algebra: W_n = (|win| + x W)/(d + x), W = W/3 + sum (w_n/36) W_n.

    It equals the law of the race that always works, |win|/d, from every start.
    """
    constant, slope = Fraction(0), p(2, 3, 7, 11, 12)
    for n in POINTS:
        d, x = _leaves(win, lose, n)
        constant += p(n) * Fraction(len(win), d + x)
        slope += p(n) * Fraction(x, d + x)
    come_out = constant / (1 - slope)

    def on(n: int) -> Fraction:
        d, x = _leaves(win, lose, n)
        return (len(win) + x * come_out) / (d + x)

    chance = _from(start, come_out, {n: on(n) for n in POINTS})
    return {"win": chance, "lose": 1 - chance}


def _from(start: str | int, come_out: Fraction, on: dict[int, Fraction]) -> Fraction:
    """Pick the value for where the table stands; "on" weighs the points 3:4:5:5:4:3."""
    if start == "come-out":
        return come_out
    if start == "on":
        return sum((q * WAYS[n] for n, q in on.items()), Fraction(0)) / POINT_WAYS
    return on[int(start)]


def come_odds_off_push(point: int, start: str | int) -> Fraction:
    """P(push) of odds on a come point c, off on come-out rolls; start: come-out or a table point.

    C = (w_c + 6)/36 + (6/36) C + sum over n != c of (w_n/36) P_n: a come-out c or 7 ends the come
    bet and returns its odds.  On the table point n != c the odds win on c, lose on 7 and come
    home to a come-out on n: P_n = w_n/(w_n + w_c + 6) C.  P_c = 0 (c or 7 decides at once).
    """
    back = {
        n: Fraction(0) if n == point else Fraction(WAYS[n], WAYS[n] + WAYS[point] + SEVEN)
        for n in POINTS
    }
    stay = p(2, 3, 11, 12) + sum((p(n) * q for n, q in back.items()), Fraction(0))
    come_out = p(point, 7) / (1 - stay)
    return come_out if start == "come-out" else back[int(start)] * come_out


def come_odds_off_law(point: int, start: str | int) -> Law:
    """Win, lose, push of those odds: what is not pushed is decided w_c : 6."""
    push = come_odds_off_push(point, start)
    win = (1 - push) * Fraction(WAYS[point], WAYS[point] + SEVEN)
    return {"win": win, "lose": 1 - push - win, "push": push}
