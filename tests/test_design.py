"""Inverse questions: prices, paytables and stakes for an edge, each found by a second road."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import oracles
import pytest
from conftest import Ran, examples
from hypothesis import given
from hypothesis import strategies as st

import oddscalc
from oddscalc._ask.asked import query
from oddscalc._dice.dice import parse_dice
from oddscalc._questions.design.breakeven import Fair, fair, fair_all
from oddscalc._questions.design.designs import Design, Wish, design
from oddscalc._questions.design.grids import Grid, net_of
from oddscalc._questions.design.paytablefile import paytable_toml
from oddscalc._questions.design.ranking import Best
from oddscalc._questions.design.search import Rising, Search
from oddscalc._questions.design.slots import edge_of, root
from oddscalc._questions.design.stakes import Stakes, best_stakes
from oddscalc._questions.design.wishes import Grids, parse_band
from oddscalc.errors import NumberError, OddscalcError, RuleError, UnknownNameError

Run = Callable[..., Ran]

FIRE = ("4", "5", "6")
NO_SIXES = parse_dice("1/5,1/5,1/5,1/5,1/5,0")


def asked(bet: str, target: str = "0", basis: str = "made", **options: Any) -> Fair:
    names, found = query([bet], options)
    return fair(names, found, Fraction(target), basis)[0]


def edge(bet: str, basis: str = "made", **options: Any) -> Fraction | None:
    return edge_of(oddscalc.edge(bet, **options).value, basis)


def pays(bet: str, key: str, net: Fraction) -> str:
    """Return a price as an option of ``edge``; a bundle's part is named in the bundle."""
    return f"{bet}:{key}={net.numerator} to {net.denominator}"


# --- fair prices


@pytest.mark.parametrize(
    ("bet", "price"),
    [
        ("pass", "251 to 244"),
        ("dont-pass", "976 to 949"),
        ("place-4", "2 to 1"),
        ("place-5", "3 to 2"),
        ("place-6", "6 to 5"),
        ("place-lose-6", "5 to 6"),
        ("big-8", "6 to 5"),
        ("hard-4", "8 to 1"),
        ("hard-6", "10 to 1"),
        ("any-7", "5 to 1"),
        ("any-craps", "8 to 1"),
        ("eleven", "17 to 1"),
        ("craps-12", "35 to 1"),
        ("hop-1-2", "17 to 1"),
        ("odds-6", "6 to 5"),
        ("buy-4", "43 to 20"),  # 2 to 1 and, for each win, three commissions of 1/20
        ("lay-4", "20 to 37"),  # x with 2x/3 - x/20 = 1/3
    ],
)
def test_break_even_prices_that_are_known(bet: str, price: str) -> None:
    (found,) = asked(bet).prices
    assert str(found.price) == price


ONE_PRICE = [
    *oracles.LINE, "place-9", "place-lose-4", "hard-8", "any-craps", "hi-lo", "over-7",
    "all-small", "all-or-nothing", "hop-2-5",
]  # fmt: skip


@pytest.mark.parametrize("bet", ONE_PRICE)
@pytest.mark.parametrize("target", ["0", "1/20", "-1/50"])
def test_a_price_is_what_is_lost_over_what_is_won(bet: str, target: str) -> None:
    """The closed form (lose - share of the target) / win, on laws that are not from a chain."""
    law = oracles.law(bet)
    push, rolls = law.get("push", Fraction(0)), oracles.rolls(bet)
    for basis, share, aim in (
        ("made", Fraction(1), Fraction(target)),
        ("resolved", 1 - push, Fraction(target)),
        ("roll", rolls, Fraction(target) / 100),
    ):
        (found,) = asked(bet, str(aim), basis).prices
        assert found.net == (law["lose"] - aim * share) / law["win"]


@pytest.mark.parametrize("bet", ["field", "fire", "all-tall", "muggsys-corner", "ride-the-line"])
@pytest.mark.parametrize("basis", ["made", "resolved", "roll"])
def test_a_price_put_back_gives_the_edge(bet: str, basis: str) -> None:
    rules = "standard" if bet in ("field", "fire", "all-tall") else "side-bets"
    if bet == "muggsys-corner":
        prices = ["7=2 to 1", "point-7=3 to 1"]
        found = asked(bet, "1/40", basis, rules=rules, pays=prices)
    else:
        prices = []
        found = asked(bet, "1/40" if basis != "roll" else "1/400", basis, rules=rules)
    for one in found.prices:
        assert one.net is not None
        others = [text for text in prices if not text.startswith(f"{one.slot.key}=")]
        put = [*others, pays(bet, one.slot.key, one.net)]
        assert edge(bet, basis, rules=rules, pays=put) == found.target
    scaled = [pays(bet, one.slot.key, one.scaled) for one in found.prices if one.scaled is not None]
    assert (len(scaled) == 0) == (len(found.prices) == 1)
    if scaled:
        assert edge(bet, basis, rules=rules, pays=scaled) == found.target


@pytest.mark.parametrize("rules", ["standard", "us-nj-mini-dice", "variants"])
def test_every_price_of_a_rulebook_put_back_breaks_even(rules: str) -> None:
    _, query_ = query([], {"rules": rules})
    found, left_out = fair_all(query_)
    assert left_out == []
    tried = 0
    for one in found:
        bet, reading = one.answer.model.bet.id, one.answer.model.reading.name
        for price in one.prices:
            if price.net is not None:
                put = [pays(bet, price.slot.key, price.net)]
                assert edge(bet, rules=rules, reading=reading, pays=put) == 0
                tried += 1
            else:
                assert price.why == (
                    "customary has no price for"
                    f" {', '.join(str(n) for n in range(2, 7) if str(n) != price.slot.key)};"
                    " --pays can give one"
                )
                assert bet == "hot-roller"
    assert tried >= len(found) - 1


def test_the_next_prices_in_wholes_and_halves_favour_the_house() -> None:
    for bet in ("pass", "fire", "place-lose-4", "horn", "buy-4"):
        for one in asked(bet, "1/100").prices:
            assert one.net is not None
            for near, parts in ((one.whole, 1), (one.half, 2)):
                if near is None:
                    assert one.net * parts < 1
                    continue
                net = near.price.net()
                assert (net * parts).denominator == 1
                assert net <= one.net < net + Fraction(1, parts)
                assert near.edge == edge(bet, pays=[pays(bet, one.slot.key, net)])
                assert near.edge >= Fraction(1, 100)


def test_a_bundle_by_its_parts() -> None:
    found = asked("horn")
    assert found.edge == Fraction(1, 8)
    assert found.factor == Fraction(23, 20)  # a quarter on each: (30 + 2*15 + 2*15 + 30) x = 138
    named = {one.slot.key: one for one in found.prices}
    assert [str(one.price) for one in named.values()] == [
        "48 to 1",
        "24 to 1",
        "24 to 1",
        "48 to 1",
    ]
    assert [one.alike for one in named.values()] == [35, 17, 17, 35]
    for target, basis in (("1/30", "made"), ("1/30", "resolved"), ("-1/10", "roll")):
        again = asked("whirl", target, basis)
        alike = [pays("whirl", one.slot.key, one.alike or Fraction(0)) for one in again.prices]
        assert edge("whirl", basis, pays=alike) == Fraction(target)


def test_a_bundle_with_a_part_of_several_prices(tmp_path: Path) -> None:
    path = tmp_path / "iron.toml"
    path.write_text(
        '[[bets]]\nid = "iron"\nname = "Iron"\nkind = "bundle"\nsource = "own"\n'
        "rule = { parts = { field = 1, place-6 = 2, place-5 = 2, place-8 = 2 } }\n"
    )
    found = asked(str(path))
    # A seventh on the field, two on each place bet: the edges add up by their shares.
    assert found.edge == (Fraction(1, 18) + 2 * (2 * Fraction(1, 66) + Fraction(1, 25))) / 7
    for one in found.prices:
        bet = one.slot.bet
        assert bet == ("iron" if one.slot.part else "field")
        assert one.net is not None
        assert edge(str(path), pays=[pays(bet, one.slot.key, one.net)]) == 0


def test_a_bundle_that_is_priced_on_its_whole_stake(tmp_path: Path) -> None:
    path = tmp_path / "whole.toml"
    path.write_text(
        'id = "whole"\ntitle = "t"\nsource = "s"\nstatus = "s"\nbase = "customary"\n[[prices]]\n'
        'bets = ["c-and-e"]\npays = "3 to 1"\nsource = "s"\nstatus = "s"\n'
    )
    found = asked("c-and-e", paytable=str(path))
    assert found.edge == 1 - Fraction(6 * 4, 36)
    assert [(one.slot.key, str(one.price)) for one in found.prices] == [("win", "5 to 1")]


@pytest.mark.parametrize(
    ("bet", "vig", "target", "basis", "rate"),
    [
        ("buy-4", "5% of stake, when placed", "0", "made", "0"),
        ("buy-4", "5% of stake, when placed", "1/50", "made", "1/50"),
        ("buy-4", "5% of stake, when placed", "1/21", "outlay", "1/20"),
        ("buy-4", "5% of stake, when won", "1/60", "made", "1/20"),
        ("buy-5", "5% of stake, when won", "1/50", "made", "1/20"),
        ("lay-4", "5% of win, when placed", "1/41", "outlay", "1/20"),
        ("lay-4", "5% of win, when won", "1/60", "made", "1/20"),
        ("buy-4", "9% of stake, when won, rounded up to 1, at least 1", "1/60", "made", "1/20"),
    ],
)
def test_the_commission_that_gives_an_edge(
    bet: str, vig: str, target: str, basis: str, rate: str
) -> None:
    found = asked(bet, target, basis, vig=vig)
    assert found.commission is not None
    assert found.commission.rate == Fraction(rate)
    kind = vig.partition(" of ")[2].partition(", rounded")[0]
    assert edge(bet, basis, vig=f"{rate} of {kind}") == Fraction(target)
    rounded = "rounded" in vig
    assert [note for note in found.notes if "exactly" in note] == (
        ["the commission is taken exactly here: not rounded, no least or most"] * rounded
    )


def test_why_nothing_breaks_even() -> None:
    (one,) = asked("pass", "51/100").prices
    assert one.why == "even at 0 to 1 the edge is only 50.70707071%"
    assert one.price is None
    low = asked("place-6", "-2", vig="5% of stake, when placed").commission
    assert low is not None
    assert low.why is not None
    assert low.why.startswith(
        "no rate from 0% to below 100% gives it: without commission the edge is"
    )
    (never,) = asked("craps-12", dice=NO_SIXES).prices
    assert never.why == "it cannot win: no price is ever paid"
    with pytest.raises(RuleError, match="is impossible"):
        asked("place-7", rules="lc")
    with pytest.raises(UnknownNameError, match="no edge per 'bet'"):
        asked("pass", "0", "bet")


def test_what_is_no_line_has_no_root() -> None:
    with pytest.raises(RuleError, match="not proportional"):
        root(lambda x: x * x - 2)
    assert root(lambda x: Fraction(3)) is None


def test_a_commission_on_the_highest_of_several_wins(tmp_path: Path) -> None:
    vig = "50% of win, when placed"
    found = asked("field", vig=vig, pays=["2=2 to 1", "12=3 to 1"])
    assert {one.slot.key: one.why for one in found.prices}["2"] is not None
    with pytest.raises(RuleError, match="commission on its highest win"):
        designed("field", "0..1/10", vig=vig)


# --- the search


def in_band(
    weights: Sequence[int],
    domains: Sequence[Sequence[int]],
    low: int,
    high: int,
    rising: Rising | None,
) -> list[tuple[int, ...]]:
    """The blind grid, in lexicographic order."""
    compare: dict[Rising | None, Callable[[int, int], bool]] = {
        None: lambda a, b: True,
        "weakly": lambda a, b: a <= b,
        "strictly": lambda a, b: a < b,
    }
    return [
        point
        for point in product(*domains)
        if low <= sum(w * x for w, x in zip(weights, point, strict=True)) <= high
        and all(compare[rising](a, b) for a, b in pairwise(point))
    ]


DOMAIN = st.one_of(
    st.builds(
        lambda first, size, step: range(first, first + size * step, step),
        st.integers(0, 5), st.integers(0, 6), st.integers(1, 4),
    ),
    st.lists(st.integers(0, 30), max_size=6, unique=True).map(sorted),
)  # fmt: skip
PROBLEM = st.integers(1, 4).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(1, 9), min_size=size, max_size=size),
        st.lists(DOMAIN, min_size=size, max_size=size),
    )
)
RISING = st.sampled_from([None, "weakly", "strictly"])


@examples(300)
@given(PROBLEM, st.integers(-5, 120), st.integers(0, 60), RISING, st.booleans())
def test_branch_and_bound_finds_what_a_blind_grid_finds(
    problem: Any, low: int, width: int, rising: Rising | None, in_order: bool
) -> None:
    weights, domains = problem
    search = Search(weights, domains, low, low + width, rising=rising, in_order=in_order)
    found = [point for leaf in search.leaves() for point in leaf.points()]
    expected = in_band(weights, domains, low, low + width, rising)
    assert (found if in_order else sorted(found)) == expected
    assert search.complete
    assert all(len(leaf.values) > 0 for leaf in search.leaves())


@examples(300)
@given(
    PROBLEM,
    st.integers(0, 60),
    st.integers(0, 8),
    st.booleans(),
    st.sampled_from(["strict", "weak", "convex"]),
)
def test_the_best_are_those_of_a_sorted_list(
    problem: Any, high: int, count: int, falling: bool, shape: Any
) -> None:
    weights, domains = problem
    keys: dict[str, Callable[[tuple[int, ...]], int]] = {
        "strict": lambda point: sum(w * x for w, x in zip(weights, point, strict=True)),
        "weak": lambda point: max(point) // 3,
        "convex": lambda point: sum((x - 4 * w) ** 2 for w, x in zip(weights, point, strict=True)),
    }
    key = keys[shape]
    best = Best(key, count, falling=falling, shape=shape)
    for leaf in Search(weights, domains, 0, high).leaves():
        best.add(leaf)
    every = in_band(weights, domains, 0, high, None)
    sign = -1 if falling else 1
    tie = sign if shape == "weak" else 1
    every.sort(key=lambda point: (sign * key(point), tuple(tie * x for x in point)))
    assert best.points() == every[:count]
    assert best.found == len(in_band(weights, domains, 0, high, None))


def test_a_search_gives_up_where_it_was_told_to() -> None:
    domains = [range(40)] * 3
    whole = Search([1, 1, 1], domains, 40, 40)
    assert sum(len(leaf.values) for leaf in whole.leaves()) == 861 - 3
    part = Search([1, 1, 1], domains, 40, 40, in_order=True, max_nodes=50)
    points = [point for leaf in part.leaves() for point in leaf.points()]
    assert (part.nodes, part.complete, whole.complete) == (50, False, True)
    assert points == in_band([1, 1, 1], domains, 40, 40, None)[: len(points)]
    assert 0 < len(points) < 858


def test_the_lowest_point() -> None:
    assert Search([1, 1], [range(3, 9), range(1, 9)], 0, 9).lowest == (3, 1)
    assert Search([1, 1], [range(3, 9), range(1, 9)], 0, 9, rising="strictly").lowest == (3, 4)
    assert Search([1, 1], [range(8, 9), range(1, 9)], 0, 9, rising="strictly").lowest is None


# --- designs


def designed(bet: str, band: str, grids: Grids | None = None, **given: Any) -> Design:
    """Return a design, of options of a wish and of a query."""
    wishes = {name: given.pop(name) for name in list(given) if name in Wish.__dataclass_fields__}
    (name,), found = query([bet], given)
    low, high = parse_band(band)
    grids = grids or Grids.parse()
    return design(name, found, Wish(low, high, grid=grids.base, grids=grids.of, **wishes))


def nets(found: Design) -> list[tuple[Fraction, ...]]:
    return [tuple(price.net() for price in one.prices) for one in found.found]


def fire_edge(prices: Sequence[int]) -> Fraction:
    """The edge of the fire bet from a law that is not from a chain."""
    law = oracles.law("fire")
    paid = sum(
        (law[f"win:{tier}"] * (price + 1) for tier, price in zip(FIRE, prices, strict=True)),
        Fraction(0),
    )
    return 1 - paid


def test_fire_by_brute_force() -> None:
    lists = {"4": range(10, 30, 2), "5": range(100, 301, 20), "6": [500, 750, 999, 1000, 2000]}
    grids = Grids.parse(
        "whole", [f"{tier}={','.join(map(str, prices))}" for tier, prices in lists.items()]
    )
    found = designed("fire", "20%..25%", grids, limit=10_000)
    expected = {
        prices
        for prices in product(*lists.values())
        if Fraction(1, 5) <= fire_edge(prices) <= Fraction(1, 4)
    }
    assert found.count == len(expected) == len(found.found) > 50
    assert set(nets(found)) == expected
    edges = [one.edge for one in found.found]
    assert edges == [fire_edge([int(net) for net in row]) for row in nets(found)]
    assert edges == sorted(edges)


def test_the_two_paytables_that_are_sold_are_found() -> None:
    grids = Grids.parse("whole", ["4=10,24", "5=200,249", "6=999,2000"])
    found = designed("fire", "20%..25%", grids, limit=100)
    edges = dict(zip(nets(found), (one.edge for one in found.found), strict=True))
    printed = {(24, 249, 999): "0.2076275050", (10, 200, 2000): "0.2485615429"}
    for prices, text in printed.items():
        assert abs(edges[prices] - Fraction(text)) <= Fraction(5, 10**11)
        assert edges[prices] == edge(
            "fire",
            pays=[pays("fire", tier, Fraction(n)) for tier, n in zip(FIRE, prices, strict=True)],
        )


def test_listed_paytables_are_worth_what_edge_says() -> None:
    found = designed("fire", "20%..25%", Grids.parse(multiples="5", top_cap="1000"), limit=7)
    for one in found.found:
        texts = [f"{tier}={price}" for tier, price in zip(FIRE, one.prices, strict=True)]
        assert oddscalc.edge("fire", pays=texts).value == one.value
        assert one.edge == edge("fire", pays=texts)


def test_fire_is_pruned_and_its_paytables_counted_without_a_walk() -> None:
    found = designed("fire", "20%..25%", limit=0)
    assert found.complete
    assert found.count > 6_000_000
    assert found.nodes * 4_000 < found.blind
    law = oracles.law("fire")
    # The count again: for each pair of prices the third is an interval of whole numbers.
    p4, p5, p6 = (law[f"win:{tier}"] for tier in FIRE)
    scale = p4.denominator * p5.denominator * p6.denominator
    a, b, c = (int(p * scale) for p in (p4, p5, p6))
    low, high = 3 * scale // 4, 4 * scale // 5  # what is paid back, stakes included
    count = 0
    for x in range(2, high // a + 1):
        for y in range(2, (high - a * x) // b + 1):
            rest_high, rest_low = (high - a * x - b * y) // c, -((a * x + b * y - low) // c)
            count += max(0, rest_high - max(2, rest_low) + 1)
    assert found.count == count


ORDERS: dict[str, Callable[[Any], Fraction]] = {
    "edge": lambda value: value.house_edge.per_bet_made,
    "variance": lambda value: value.variance,
    "hit": lambda value: value.hit_frequency,
    "top": lambda value: max(value.net_win.probabilities),
}


GRIDS = {
    "field": Grids.parse(top_cap="30", least=["0"]),
    "c-and-e": Grids.parse(top_cap="30", least=["0"]),
    "horn": Grids.parse(multiples="10", top_cap="30", least=["0"]),
    "fire": Grids.parse(multiples="50", top_cap="900", least=["0"]),
}


@cache
def all_of(bet: str) -> Design:
    return designed(bet, "0..60%", GRIDS[bet], limit=10_000, order="prices")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("bet", GRIDS)
def test_an_order_is_that_of_the_values(bet: str, sign: str, order: str) -> None:
    every = all_of(bet)
    some = designed(bet, "0..60%", GRIDS[bet], limit=40, order=sign + order)
    assert every.count == some.count == len(every.found) > 40
    keys = sorted((ORDERS[order](one.value) for one in every.found), reverse=sign == "-")
    assert [ORDERS[order](one.value) for one in some.found] == keys[:40]
    assert set(nets(some)) <= set(nets(every))
    assert nets(every) == sorted(nets(every))


def test_a_bundle_by_brute_force() -> None:
    """Each price is tried in ``edge`` itself."""
    found = designed("c-and-e", "5%..10%", Grids.parse(top_cap="20"), limit=10_000)
    expected = [
        (Fraction(craps), Fraction(eleven))
        for craps, eleven in product(range(1, 21), repeat=2)
        if 5 <= 100 * (1 - Fraction(4 * (craps + 1) + 2 * (eleven + 1), 72)) <= 10
    ]
    assert sorted(nets(found)) == expected
    for one in found.found:
        texts = [
            f"c-and-e:{slot.key}={price}"
            for slot, price in zip(found.tiers, one.prices, strict=True)
        ]
        assert edge("c-and-e", pays=texts) == one.edge


@pytest.mark.parametrize("basis", ["made", "resolved", "roll"])
def test_the_other_edges(basis: str) -> None:
    """Don't bets are returned on a 12, and last more than one roll."""
    grids = Grids.parse("multiples of 1/10", top_cap="2")
    band = "0..2%" if basis != "roll" else "0..1%"
    found = designed("dont-pass", band, grids, basis=basis)
    low, high = parse_band(band)
    expected = []
    for n in range(1, 21):
        here = edge("dont-pass", basis, pays=[f"win={n} to 10"])
        assert here is not None
        if low <= here <= high:
            expected.append((Fraction(n, 10),))
    assert sorted(nets(found)) == expected
    assert expected


def test_of_several_readings_the_usual_one_is_taken() -> None:
    found = designed("dont-pass", "0..2%", rules="us-ma")
    assert found.notes == ("reading 'returned'; there are also stays",)
    stays = designed("dont-pass", "0..2%", rules="us-ma", reading="stays")
    assert [one.edge for one in stays.found] == [Fraction(27, 1925)]
    assert stays.notes == ()


def test_tiers_that_are_not_named_keep_their_price_or_lose() -> None:
    found = designed("field", "5%..6%", tiers=("2",))
    assert [str(slot.price) for slot in found.held] == ["2 to 1", "1 to 1"]
    assert [(row, one.edge) for row, one in zip(nets(found), found.found, strict=True)] == [
        ((2,), Fraction(1, 18))
    ]
    lost = designed("field", "2%..3%", lose=("2",))
    assert [slot.key for slot in lost.lost] == ["2"]
    assert nets(lost) == [(6, 1)]
    assert lost.found[0].edge == 1 - Fraction(7 + 14 * 2, 36)
    assert [slot.key for slot in designed("hot-roller", "60%..61%", tiers=("2", "6")).lost] == [
        "3", "4", "5",
    ]  # fmt: skip


@pytest.mark.parametrize("rising", ["weakly", "strictly"])
def test_prices_that_rise(rising: Rising) -> None:
    grids = Grids.parse("multiples of 3", top_cap="30")
    free = designed("field", "-200%..10%", grids, tiers=("other", "2", "12"), limit=10_000)
    found = designed(
        "field", "-200%..10%", grids, tiers=("other", "2", "12"), limit=10_000, rising=rising
    )
    rises = {"weakly": lambda a, b: a <= b, "strictly": lambda a, b: a < b}[rising]
    expected = [row for row in nets(free) if all(rises(a, b) for a, b in pairwise(row))]
    assert sorted(nets(found)) == sorted(expected)
    assert 0 < len(expected) < free.count


def test_prices_for_1() -> None:
    to = designed("field", "2%..9%", Grids.parse("whole"), limit=100)
    for_ = designed("field", "2%..9%", Grids.parse("for-1"), limit=100)
    assert nets(to) == nets(for_)
    assert all(str(price).endswith(" for 1") for price in for_.found[0].prices)


def test_what_is_impossible_or_endless_is_said() -> None:
    assert designed("pass", "2%..3%").found == ()
    assert designed("pass", "2%..3%").notes == ("at the lowest prices the edge is 1.414141414%",)
    with pytest.raises(RuleError, match=r"gave up after 1,000 steps with .* paytables found"):
        designed("hot-roller", "10%..11%", max_nodes=1_000)
    some = designed("hot-roller", "10%..11%", max_nodes=1_000, order="prices", limit=3)
    assert not some.complete
    assert nets(some) == sorted(nets(some))
    assert all(Fraction(1, 10) <= one.edge <= Fraction(11, 100) for one in some.found)
    with pytest.raises(NumberError, match="over 1,000,000,000 prices of one tier"):
        designed("fire", "0..1%", Grids.parse("multiples of 1/1000000"))
    fine = Grids.parse("whole", ["4=1,2,3,4,5,6,7,8,9,10", "6=multiples of 1/100000"])
    with pytest.raises(RuleError, match="over 1,000,000,000,000 paytables fit"):
        designed("fire", "0..99%", fine)
    with pytest.raises(RuleError, match="is never won: any price would do"):
        designed("field", "0..9%", dice=NO_SIXES)


def test_numbers_too_long_to_search_with_are_refused() -> None:
    dice = parse_dice(f"0.1{'3' * 300},0.1,0.1,0.1,0.1,0.4{'6' * 299}7")
    assert designed("any-7", "0..50%", dice=dice).count > 0
    with pytest.raises(RuleError, match="have over 20,000 bits"):
        designed("all-small", "0..50%", dice=dice)
    with pytest.raises(RuleError, match="have over 20,000 bits"):
        asked("all-small", dice=dice)


@pytest.mark.parametrize("line", ["a row", "kept", "bundle", "commission"])
def test_a_written_paytable_is_read_by_edge(tmp_path: Path, line: str) -> None:
    bet, band, given = {
        "a row": ("fire", "20%..21%", {}),
        "kept": ("field", "1%..9%", {"tiers": ("12",)}),
        "bundle": ("whirl", "10%..11%", {"tiers": ("any-7", "yo"), "pays": ["craps-2=31 for 1"]}),
        "commission": ("buy-4", "0..20%", {"vig": "3% of stake, when won"}),
    }[line]  # fmt: skip
    found = designed(bet, band, **given)
    for number, one in enumerate(found.found[:3], 1):
        path = tmp_path / f"{number}.toml"
        path.write_text(paytable_toml(found, number), encoding="utf-8")
        assert oddscalc.edge(bet, paytable=str(path)).value == one.value
        assert oddscalc.edge("place-6", paytable=str(path)).house_edge is not None
    with pytest.raises(RuleError, match="there is no paytable 99"):
        paytable_toml(found, 99)


def test_a_paytable_cannot_say_that_a_tier_loses() -> None:
    with pytest.raises(RuleError, match="cannot say that 2 loses"):
        paytable_toml(designed("field", "2%..3%", lose=("2",)), 1)


def test_a_bet_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[[bets]]\nid = "twos"\nname = "Twos"\nkind = "one-roll"\nsource = "own"\n'
        'rule = { win = { low = "2, 3", high = "12" }, lose = "rest" }\n'
    )
    found = designed(str(path), "0..10%", Grids.parse(top_cap="30"), limit=1_000)
    expected = [
        (Fraction(low), Fraction(high))
        for low, high in product(range(1, 31), repeat=2)
        if Fraction(9, 10) <= Fraction(3 * (low + 1) + high + 1, 36) <= 1
    ]
    assert sorted(nets(found)) == expected
    assert expected


def test_the_share_of_the_top_prize() -> None:
    (one,) = designed("field", "1/18..1/18", tiers=("2",)).found
    assert one.top_share == Fraction(2 * 3, 2 * 3 + 14 * 2)  # 2 and 12 pay alike
    (buy,) = designed("buy-4", "1/20..1/20").found
    assert buy.top_share == 1


# --- what is read


@pytest.mark.parametrize(
    ("text", "shown", "first"),
    [
        ("whole", "whole to 1", [1, 2, 3]),
        ("whole for 1", "whole for 1", [1, 2, 3]),
        ("for-1", "whole for 1", [1, 2, 3]),
        ("half", "half to 1", ["1/2", 1, "3/2"]),
        ("multiples of 5 for 1", "multiples of 5 for 1", [4, 9, 14]),
        ("multiples of 1/4", "multiples of 1/4 to 1", ["1/4", "1/2", "3/4"]),
        ("25, 5,10", "5 to 1, 10 to 1, 25 to 1", [5, 10, 25]),
        ("5,10 for 1", "5 for 1, 10 for 1", [4, 9]),
        ("7 to 6, 6 to 5, even", "1 to 1, 7 to 6, 6 to 5", [1, "7/6", "6/5"]),
    ],
)
def test_grids(text: str, shown: str, first: list[Any]) -> None:
    grid = Grid.parse(text)
    assert str(grid) == shown
    steps = list(grid.steps(grid.denominator, Fraction(40)))[:3]
    assert [Fraction(n, grid.denominator) for n in steps] == [Fraction(n) for n in first]
    assert all(net_of(str(grid.price(Fraction(n))), "to") == Fraction(n) for n in first)


def test_bounds_of_grids() -> None:
    grids = Grids.parse(
        "whole", ["6=500,750,1000"], least=["10", "4=0"], most=["40", "6=900"], top_cap="800"
    )
    assert [*grids.base.steps(1, Fraction(99))] == [*range(10, 41)]
    assert [*grids.of["4"].steps(1, Fraction(99))] == [*range(41)]
    assert [*grids.of["6"].steps(1, Fraction(999))] == [500, 750]
    assert (grids.base.first, grids.base.last, grids.of["6"].last) == (10, 40, 750)
    assert [*Grids.parse("5,6,10 for 1", multiples="5").base.steps(1, Fraction(99))] == [4, 9]
    assert Grids.parse("half", multiples="3/4").base.step == Fraction(3, 2)
    assert Grid.parse("whole", "for").first == 1
    assert Grids.parse("for-1", least=["1"]).base.first == 0


@pytest.mark.parametrize(
    "text", ["", "foo", "5,,6", "1/2 for 1", "true odds", "-5", "multiples of 0", "1e9", "5 to 0"]
)
def test_what_is_no_grid(text: str) -> None:
    with pytest.raises(NumberError):
        Grid.parse(text)


@pytest.mark.parametrize("text", ["", "..", "5", "2..3", "25%..20%", "x..1%", "1%..", "-11..0"])
def test_what_is_no_band(text: str) -> None:
    with pytest.raises(NumberError):
        parse_band(text)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tiers": ("7",)}, "there is no price of '7'; there are 4, 5, 6"),
        ({"tiers": ("4", "win 4")}, "4 is named twice"),
        ({"tiers": ("4",), "lose": ("4",)}, "4 cannot lose and have its price"),
        ({"lose": FIRE}, "every tier loses"),
        ({"order": "size"}, "there is no order 'size'"),
        ({"basis": "outlay"}, "no edge of 'outlay'"),
        ({"limit": 10_001}, "10,001 paytables; from 0 to 10,000"),
        ({"grids": Grids.parse("whole", ["4=5", "win 4=6"])}, "4 is named in two ways"),
        ({"tiers": ("5",), "grids": Grids.parse("whole", ["4=5"])}, "for 4, which is not looked"),
    ],
)
def test_wishes_that_contradict_themselves(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OddscalcError, match=message):
        designed("fire", "20%..25%", **given)


# --- stakes


def staked(bet: str, stakes: Sequence[int], **given: Any) -> Stakes:
    basis, against = given.pop("basis", "made"), given.pop("against", None)
    names, found = query([bet], {"stake": 1, **given})
    return best_stakes(names, found, [Fraction(n) for n in stakes], basis, against)[0]


def test_for_which_stakes_buying_the_5_beats_placing_it() -> None:
    """Case B08: with v = floor(b/20), v/(b + v) is below 1/25 if 24v < b."""
    vig = "5% of stake, when placed, rounded down to 1"
    found = staked("buy-5", range(20, 101, 2), vig=vig, against="place-5", basis="outlay")
    assert found.where(-1) == [(26, 38), (50, 58), (74, 78), (98, 98)]
    signs = {-1: found.where(-1), 0: found.where(0), 1: found.where(1)}
    for stake in range(20, 101, 2):
        v = stake // 20
        sign = (24 * v > stake) - (24 * v < stake)
        assert any(first <= stake <= last for first, last in signs[sign])
    assert found.least == Fraction(1, 39)
    assert found.at(found.least) == [(38, 38)]


def test_on_a_win_buying_is_always_better() -> None:
    vig = "5% of stake, when won, rounded down to 1"
    found = staked("buy-5", range(20, 101, 2), vig=vig, against="place-5")
    assert found.where(-1) == [(20, 100)]
    assert found.where(0) == found.where(1) == []


@pytest.mark.parametrize("bet", ["place-6", "horn", "odds-5"])
def test_stakes_are_worth_what_edge_says(bet: str) -> None:
    found = staked(bet, range(1, 31), round="down")
    edges = {n: edge(bet, stake=n, round="down") for n in range(1, 31)}
    assert {int(point.stake): point.edge for point in found.points} == edges
    values = [value for value in edges.values() if value is not None]
    assert (found.least, found.most) == (min(values), max(values))
    at = [n for first, last in found.at(found.least) for n in range(int(first), int(last) + 1)]
    assert at == [n for n, value in edges.items() if value == min(values)]


def test_stakes_that_cannot_be_paid() -> None:
    found = staked("place-6", range(1, 13), round="refuse")
    assert found.at(None) == [(1, 5), (7, 11)]
    with pytest.raises(RuleError, match="none of the stakes"):
        staked("place-6", range(1, 6), round="refuse")
    with pytest.raises(RuleError, match="hot-roller has no price in customary"):
        staked("hot-roller", range(1, 6))


def test_a_commission_goes_to_the_bet_compared_with_only_if_it_has_one() -> None:
    vig = "10% of stake, when placed"
    assert staked("buy-4", [10], vig=vig, against="place-4").points[0].other == Fraction(1, 15)
    assert staked("buy-4", [10], vig=vig, against="buy-10").points[0].other == Fraction(1, 10)
    assert staked("place-4", [10], vig=vig).points[0].edge == Fraction(1, 15) + Fraction(1, 10)


# --- the command line


def test_fair_as_json(oddscalc: Run) -> None:
    ran = oddscalc("fair", "pass", "--json")
    (found,) = json.loads(ran.out)
    assert list(found) == [
        "schema",
        "bet", "name", "rules", "reading", "paytable", "basis", "target", "edge", "outcomes",
        "factor", "commission", "notes",
    ]  # fmt: skip
    (one,) = found["outcomes"]
    assert one["fair"] == "251 to 244"
    assert one["tier"] is None
    assert one["probability"] == {"exact": "244/495", "decimal": "0.4929292929"}
    assert one["to_1"] == {"exact": "251/244", "decimal": "1.028688525"}
    assert one["for_1"]["exact"] == "495/244"
    assert one["whole"] == {
        "price": "1 to 1",
        "edge": {"exact": "7/495", "decimal": "0.01414141414"},
    }


def test_design_as_json(oddscalc: Run) -> None:
    ran = oddscalc(
        "design", "fire", "--target-edge", "20%..25%", "--tiers", "4,5,6", "--grid",
        "4=10,15,20,24,25", "--grid", "5=249", "--grid", "6=999", "--json", "--limit", "1",
    )  # fmt: skip
    found = json.loads(ran.out)
    assert (found["bet"], found["rules"], found["tiers"]) == ("fire", "standard", ["4", "5", "6"])
    assert [one["exact"] for one in found["band"]] == ["1/5", "1/4"]
    assert (found["count"], found["complete"]) == (2, True)
    assert found["search"] == {"nodes": 3, "blind_grid": {"exact": "4", "decimal": "4"}}
    (row,) = found["paytables"]
    assert row["prices"] == {"4": "24 to 1", "5": "249 to 1", "6": "999 to 1"}
    assert row["edge"]["decimal"] == "0.2076275050"
    assert list(row) == ["prices", "edge", "hit_frequency", "variance", "sd", "top_share"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["fair", "fire"],
        ["fair", "whirl", "--target-edge", "1/30"],
        ["fair", "--all", "--rules", "variants"],
        ["fair", "--all"],
        ["fair", "place-6", "--stakes", "1..60", "--round", "down"],
        ["design", "fire", "--target-edge", "20%..25%"],
        ["design", "ride-the-line", "--rules", "side-bets", "--target-edge", "5%..9%",
         "--prices", "1,2,5,10", "--max", "11+=500", "--ascending"],
        ["design", "ride-the-line", "--rules", "side-bets", "--target-edge", "5%..9%",
         "--prices", "2,5,10,20", "--grid", "11+=multiples of 50", "--max", "11+=500"],
    ],
)  # fmt: skip
def test_text_fits_80_columns_and_is_ascii(oddscalc: Run, arguments: list[str]) -> None:
    ran = oddscalc(*arguments)
    assert ran.code == 0
    assert ran.out.isascii()
    assert max(map(len, ran.out.splitlines())) <= 80


def test_csv(oddscalc: Run) -> None:
    ran = oddscalc("design", "field", "--target-edge", "5%..6%", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert rows[0]["price_other"] == "1 to 1"
    assert {(row["edge_num"], row["edge_den"]) for row in rows} == {("1", "18")}
    assert "paytables; search:" in ran.err
    ran = oddscalc("fair", "pass", "field", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["fair"] for row in rows] == ["251 to 244", "4 to 1", "4 to 1", "8 to 7"]
    ran = oddscalc("fair", "place-6", "--stakes", "5..6", "--round", "down", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [(row["edge_num"], row["edge_den"]) for row in rows] == [("1", "11"), ("1", "66")]


@pytest.mark.parametrize("form", ["md", "html"])
def test_other_tables(oddscalc: Run, form: str) -> None:
    for arguments in (
        ["fair", "pass", "field"],
        ["fair", "place-6", "--stakes", "5..6"],
        ["design", "field", "--target-edge", "5%..6%"],
    ):
        ran = oddscalc(*arguments, "--format", form)
        assert ran.code == 0
        assert ("<table>" in ran.out) == (form == "html")


def test_a_paytable_is_written(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "fire.toml"
    wanted = ["design", "fire", "--target-edge", "20%..25%", "--multiples", "50"]
    ran = oddscalc(*wanted, "--write", "2", str(path), "--json")
    row = json.loads(ran.out)["paytables"][1]
    again = json.loads(oddscalc("edge", "fire", "--paytable", str(path), "--json").out)[0]
    assert again["house_edge"]["per_bet_made"] == row["edge"]
    assert again["variance"] == row["variance"]
    ran = oddscalc(*wanted, "--write", "1", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err


def test_stakes_as_json(oddscalc: Run) -> None:
    ran = oddscalc(
        "fair", "buy-5", "--stakes", "20..100", "--step", "2", "--against", "place-5", "--vig",
        "5% of stake, when placed, rounded down to 1", "--basis", "outlay", "--json",
    )  # fmt: skip
    (found,) = json.loads(ran.out)
    assert found["below"] == [["26", "38"], ["50", "58"], ["74", "78"], ["98", "98"]]
    assert found["least"] == {
        "edge": {"exact": "1/39", "decimal": "0.02564102564"},
        "stakes": [["38", "38"]],
    }
    assert len(found["edges"]) == 41


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fair"], "name bets, or else give --all"),
        (["fair", "pass", "--all"], "name bets, or else give --all"),
        (["fair", "pas"], "did you mean pass"),
        (["fair", "pass", "--target-edge", "5"], "write 20%, from -1000% to 100%"),
        (["fair", "pass", "--target-edge", "nan"], "'nan' is not a number"),
        (["fair", "pass", "--against", "come"], "are for a range of stakes"),
        (["fair", "--all", "--stakes", "1..5"], "is for named bets"),
        (["fair", "pass", "--stakes", "1..5", "--target-edge", "0"], "not for stakes"),
        (["fair", "pass", "--stakes", "0..5"], "amounts go upwards from above 0"),
        (["fair", "pass", "--stakes", "1..99999"], "at most 10,000 are tried"),
        (["fair", "pass", "--round", "down"], "give a stake"),
        (["fair", "any-7", "--pays", "win=4"], "'4 to 1' (the stake comes back on top)"),
        (["design", "fire"], "Missing option '--target-edge'"),
        (["design", "fire", "--target-edge", "25%..20%"], "write the lower one first"),
        (["design", "fire", "--target-edge", "0..1", "--grid", "4"], "write TIER=PRICES"),
        (["design", "fire", "--target-edge", "0..1", "--multiples", "0"], "must be above 0"),
        (["design", "fire", "--target-edge", "0..1", "--ascending", "--non-decreasing"],
         "give --ascending or --non-decreasing"),
        (["design", "field", "--target-edge", "5%..6%", "--write", "9", "x.toml"],
         "there is no paytable 9"),
        (["design", "pass", "--target-edge", "0..1%", "--limit", "-1"], "--limit"),
    ],
)  # fmt: skip
def test_bad_command_lines(oddscalc: Run, arguments: list[str], message: str) -> None:
    ran = oddscalc(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


def test_a_rulebook_of_impossible_wagers_only_has_nothing_to_price(
    oddscalc: Callable[..., Ran], tmp_path: Path
) -> None:
    head = dict.fromkeys(("id", "title", "jurisdiction", "authority", "edition", "source"), "x") | {
        "as_of": "2026",
        "status": "made up",
        "price_mode": "unstated",
    }
    wager = 'bets = ["field"]\nclause = "1"\nnames = ["F"]\nwhen = "any"\nimpossible = "never"\n'
    file = tmp_path / "x.toml"
    lines = "".join(f'{key} = "{value}"\n' for key, value in head.items())
    file.write_text(f"{lines}[[wagers]]\n{wager}", encoding="utf-8")
    ran = oddscalc("fair", "--all", "--rules", str(file))
    assert (ran.code, ran.out) == (0, "No bet is left to be priced.\n")
