"""The example rulebooks: what others print, each edge worked out a second time from the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import Ran, slow_but

import oddscalc as package

Run = Callable[..., Ran]

BOOKS = Path(__file__).parent.parent / "examples" / "rulebooks"
NAMES = sorted(path.stem for path in BOOKS.glob("*.toml"))
WAYS = Counter(a + b for a in range(1, 7) for b in range(1, 7))


def at_once(prices: dict[str, Fraction | int]) -> Fraction:
    """Return the edge of one roll at net prices for sets of totals, like ``2,12``."""
    won = {int(n): net for totals, net in prices.items() for n in totals.split(",")}
    return -sum(Fraction(WAYS[n], 36) * won.get(n, -1) for n in WAYS)


def against(win: int, lose: int, net: Fraction | int) -> Fraction:
    """Return the edge of *win* before *lose*, each a number of ways of 36."""
    return (lose - win * Fraction(net)) / Fraction(win + lose)


FIELD = "3,4,9,10,11"
EDGES = {
    "australia-new-zealand-second-hand": {
        "pass": Fraction(7, 495),
        "odds-5": Fraction(0),
        "place-8": against(5, 6, Fraction(7, 6)),
        "place-lose-9": against(6, 4, Fraction(5, 8)),
        "hard-10": against(1, 8, 7),
        "craps-12": at_once({"12": 32}),
        "horn": at_once({"2,12": Fraction(29, 4), "3,11": Fraction(12, 4)}),
        "whirl": at_once({"2,12": Fraction(28, 5), "3,11": Fraction(11, 5), "7": Fraction(0)}),
        "c-and-e": at_once({"2,3,12": Fraction(6, 2), "11": Fraction(14, 2)}),
    },
    "cherokee-hot-shooter": {},
    "colorado-second-hand": {
        "dont-come": Fraction(3, 220),
        "place-lose-6": against(6, 5, Fraction(4, 5)),
        "craps-2": at_once({"2": 30}),
        "over-7": at_once({"8,9,10,11,12": 1}),
        "hop-3-3": Fraction(5, 36),
        "hop-2-4": Fraction(1, 9),
        "whirl": at_once({"2,12": Fraction(26, 5), "3,11": Fraction(11, 5), "7": Fraction(0)}),
    },
    "new-south-wales": {},
    "on-chain": {
        "place-4": against(3, 6, Fraction("1.96")),
        "place-2": against(1, 6, Fraction("5.88")),
        "place-lose-10": against(6, 3, Fraction("0.49")),
        "no-12": against(6, 1, Fraction(98, 600)),
        "next-2": at_once({"2": Fraction("34.3")}),
        "next-3": at_once({"3": Fraction("16.67")}),
        "next-6": at_once({"6": Fraction("6.076")}),
        "next-7": at_once({"7": Fraction("4.9")}),
    },
    "public-game": {
        "field": at_once({FIELD: 1, "2": 2, "12": 3}),
        "c-and-e": at_once({"2,3,12": 3, "11": 7}),
        "horn": at_once({"2,12": Fraction(27, 4), "3,11": 3}),
        "buy-4": against(3, 6, 2) + Fraction(1, 20) * Fraction(1, 3),
    },
    "uk-fun-casino": {
        "field": at_once({FIELD: 1, "2,12": 2}),
        "any-craps": at_once({"2,3,12": 7}),
        "any-7": at_once({"7": 4}),
        "big-6": against(5, 6, 1),
        "craps-3": at_once({"3": 15}),
    },
    "us-nj-under-over": {"under-7": at_once({"2,3,4,5,6": 1})},
    "us-pa-623a5-second-hand": {
        "field": at_once({FIELD: 1, "2,12": 2}),
        "place-lose-4": against(6, 3, Fraction(5, 11)),
        "lay-odds-6": Fraction(0),
        "hop-5-5": Fraction(5, 36),
    },
}


def book(name: str) -> str:
    return str(BOOKS / f"{name}.toml")


def test_each_has_its_edges_here() -> None:
    assert sorted(EDGES) == NAMES


@pytest.mark.parametrize(
    ("name", "bet", "edge"), [(n, bet, e) for n in EDGES for bet, e in EDGES[n].items()]
)
def test_an_edge_at_the_prices_of_the_file(name: str, bet: str, edge: Fraction) -> None:
    assert package.edge(bet, rules=book(name)).house_edge.per_bet_made == edge


@pytest.mark.parametrize("name", NAMES)
def test_its_definitions_hold(oddscalc: Run, name: str) -> None:
    ran = oddscalc("check", "--rules-file", book(name))
    assert (ran.code, ran.err) == (0, "")
    assert "ERROR" not in ran.out


HOLES = {"new-south-wales", "us-nj-under-over", "us-pa-623a5-second-hand"}
"""What leaves prices open; so would a submission made from it."""


@pytest.mark.parametrize(
    "name", slow_but(["uk-fun-casino"], [name for name in NAMES if name not in HOLES])
)
def test_a_submission_made_from_it_is_in_order(oddscalc: Run, name: str, tmp_path: Path) -> None:
    paper = tmp_path / "paper.toml"
    made = oddscalc("check", "--template", "toml", "--rules", book(name), "--out", str(paper))
    assert made.code == 0
    ran = oddscalc("check", str(paper), "--against", book(name))
    assert "ERROR" not in ran.out


def test_what_is_second_hand_says_so(oddscalc: Run) -> None:
    for name in NAMES:
        ran = oddscalc("edge", "--all", "--rules", book(name), "--json")
        assert ran.code == 0
        assert ("second hand" in ran.out) == name.endswith("second-hand")


def test_dont_win_is_void_on_2(oddscalc: Run) -> None:
    """As likely as 12, so that the edge is that of a bar on 12."""
    rules = book("new-south-wales")
    answer = package.edge("dont-pass-bar-2", rules=rules, pays="win=1 to 1")
    assert answer.house_edge.per_bet_made == Fraction(3, 220)


def test_the_printed_return_of_the_hot_shooter() -> None:
    """Of a hand's length by an own recursion over the point, with the prices as printed."""
    pays = {n: back for low, high, back in
            ((8, 15, 1), (16, 23, 3), (24, 31, 5), (32, 39, 7), (40, 44, 12), (45, 50, 30))
            for n in range(low, high + 1)}  # fmt: skip
    at: dict[int, Fraction] = {0: Fraction(1)}  # the point, 0 on the come-out
    back, left = Fraction(0), Fraction(1)
    for rolls in range(1, 51):
        after: dict[int, Fraction] = {}
        for point, mass in at.items():
            for total, ways in WAYS.items():
                share = mass * Fraction(ways, 36)
                if point and total == 7:
                    back += share * pays.get(rolls, 0)
                    left -= share
                    continue
                goes = total if not point and total in (4, 5, 6, 8, 9, 10) else point
                after[0 if total == point else goes] = (
                    after.get(0 if total == point else goes, Fraction(0)) + share
                )
        at = after
    edge = 1 - back - 100 * left
    assert (
        package.edge("hot-shooter", rules=book("cherokee-hot-shooter")).house_edge.per_bet_made
        == edge
    )
    assert round(1 - edge, 6) == Fraction("0.900971")
