"""The second road agrees with every figure that is known from elsewhere."""

from __future__ import annotations

from fractions import Fraction

from oracles import (
    BETS,
    POINTS,
    RACES,
    come_odds_off_push,
    dont_stays,
    dont_stays_rolls,
    edge,
    fire_any_7,
    hardway_literal_or,
    hardway_literal_or_rolls,
    hot_roller_ordered,
    hot_roller_ordered_rolls,
    law,
    nets,
    off_law,
    off_rolls,
    rolls,
)


def _is(got: Fraction | None, want: str) -> None:
    assert got == Fraction(want), (str(got), want)


def test_the_oracle_knows_laws() -> None:
    assert len(set(BETS)) == len(BETS) == 97, len(BETS)
    for bet in BETS:
        assert sum(law(bet).values()) == 1, bet
        assert min(law(bet).values()) > 0, bet
        assert rolls(bet) >= 1, bet
        money = nets(bet)
        assert (money is None) == (bet == "hot-roller") == (edge(bet) is None), bet
        assert money is None or money.keys() == law(bet).keys(), bet
    _is(law("pass")["win"], "244/495")
    _is(law("dont-pass")["win"], "949/1980")
    _is(law("dont-come")["push"], "1/36")
    for bet, want in {"pass": "557/165", "hard-4": "4", "hard-6": "36/11"}.items():
        _is(rolls(bet), want)
    for made in (dont_stays(), fire_any_7(), hardway_literal_or(8), hot_roller_ordered()):
        assert sum(made.values()) == 1


def test_the_oracle_knows_edges() -> None:
    known = {
        "pass": "7/495", "come": "7/495", "dont-pass": "3/220", "dont-come": "3/220",
        "odds-6": "0", "lay-odds-9": "0", "put-4": "1/3", "big-6": "1/11",
        "place-4": "1/15", "place-5": "1/25", "place-6": "1/66",
        "place-lose-4": "1/33", "place-lose-5": "1/40", "place-lose-6": "1/55",
        "buy-4": "1/20", "buy-5": "1/20", "buy-6": "1/20",
        "lay-4": "1/40", "lay-5": "1/30", "lay-6": "1/24",
        "hard-4": "1/9", "hard-10": "1/9", "hard-6": "1/11", "hard-8": "1/11",
        "field": "1/18", "any-7": "1/6", "any-craps": "1/9", "craps-2": "5/36",
        "craps-3": "1/9", "eleven": "1/9", "craps-12": "5/36", "hi-lo": "1/9",
        "c-and-e": "1/9", "horn": "1/8", "whirl": "2/15", "three-way": "7/54",
        "horn-high-2": "23/180", "horn-high-12": "23/180",
        "horn-high-3": "11/90", "horn-high-11": "11/90",
        "over-7": "1/6", "under-7": "1/6", "six-seven-eight": "1/9",
        "hop-1-1": "5/36", "hop-1-2": "1/9", "hop-6-6": "5/36",
        "all-small": "1687/21736", "all-tall": "1687/21736",
        "all-or-nothing": "10207263466/136745788725",
    }  # fmt: skip
    for bet, want in known.items():
        _is(edge(bet), want)
    assert nets("buy-4") == {"win": Fraction(39, 20), "lose": Fraction(-21, 20)}
    assert nets("lay-4") == {"win": Fraction(19, 40), "lose": Fraction(-41, 40)}
    whirl = nets("whirl")
    assert whirl is not None
    assert whirl["win:any-7"] == 0
    _is(whirl["win:craps-2"], "26/5")
    _is(whirl["win:eleven"], "11/5")


def test_the_oracle_knows_fire() -> None:
    fire = law("fire")
    _is(fire["lose:0"], "98/165")
    _is(fire["lose:1"], "78834/302335")
    _is(fire["lose:2"], "1970803095086/19459848690711")
    six = "3700403899126040038831518494284887738125/22780863797678919004236184338193605974839452"
    _is(fire["win:6"], six)
    four_up = fire["win:4"] + fire["win:5"] + fire["win:6"]
    _is(four_up, "230470444882074000130253/21741374240278642986445695")
    other = 1 - 11 * fire["win:4"] - 201 * fire["win:5"] - 2001 * fire["win:6"]
    top, low = (
        "51905761004071461327852138469105380739713571",
        "208824584812056757538831689766774721436028310",
    )
    _is(other, f"{top}/{low}")
    top, low = (
        "1812411430047906383008275074367503120787919877",
        "212621395445003244039537720489806989098501552",
    )
    _is(rolls("fire"), f"{top}/{low}")
    price = edge("fire")
    assert price is not None
    assert round(price * 10**6) == 207628
    literal = fire_any_7()
    four_up = literal["win:4"] + literal["win:5"] + literal["win:6"]
    _is(four_up, "13579701933166939137384375509/3461564607334789312904627711400")
    loss = 1 - 25 * literal["win:4"] - 250 * literal["win:5"] - 1000 * literal["win:6"]
    assert round(loss * 10**4) == 7659


def test_the_oracle_knows_collecting() -> None:
    _is(law("all-small")["win"], "20049/760760")
    _is(law("all-tall")["win"], "20049/760760")
    _is(rolls("all-small"), "2222133/380380")
    _is(law("all-or-nothing")["win"], "126538525259/24067258815600")
    _is(rolls("all-or-nothing"), "23940720290341/4011209802600")
    hot = list(law("hot-roller").values())
    exactly = (
        "145893625457/194090796900", "6237424327/38818159380", "36722203/652406040",
        "21648169/1021530510", "584470483/77636318760", "19584589/8822308950",
        "444473/1078282205",
    )  # fmt: skip
    for got, want in zip(hot, exactly, strict=True):
        _is(got, want)
    _is(sum(hot[2:], Fraction(0)), "4252512452/48522699225")
    _is(rolls("hot-roller"), "6467026392/1078282205")
    ordered = list(hot_roller_ordered().values())
    exactly = (
        "2980142791/3080806300", "325795187/11417105700", "1863779/542911320",
        "11301643/19409079690", "742201/7057847160", "4997/300450150", "1/593775",
    )  # fmt: skip
    for got, want in zip(ordered, exactly, strict=True):
        _is(got, want)
    _is(sum(ordered[2:], Fraction(0)), "200820722/48522699225")


def test_the_oracle_knows_readings() -> None:
    _is(dont_stays()["win"], "949/1925")
    _is(dont_stays()["lose"], "976/1925")
    _is(dont_stays_rolls(), "6684/1925")
    _is(hardway_literal_or(4)["win"], "23/63")
    _is(hardway_literal_or(6)["win"], "97/385")
    # these three agree with a direct iteration of the rules, roll by roll
    _is(hardway_literal_or_rolls(4), "92/7")
    _is(hardway_literal_or_rolls(6), "3492/385")
    _is(hot_roller_ordered_rolls(), "1187548/197925")


def test_the_oracle_knows_off() -> None:
    known = {
        ("place-6", "come-out"): "1815516/351461", ("place-6", "4"): "1292796/351461",
        ("place-6", "6"): "36/11", ("place-6", "on"): "2576649/702922",
        ("hard-4", "come-out"): "12724/2089",
    }  # fmt: skip
    for (bet, start), want in known.items():
        _is(off_rolls(*RACES[bet], start), want)
    for bet, (win, lose) in RACES.items():
        for start in ("come-out", "on", *map(str, POINTS)):
            assert off_law(win, lose, start) == law(bet), (bet, start)
    pushes = {4: ("364/939", "130/939"), 5: ("273/659", "91/659"), 6: ("1680/3821", "525/3821")}
    for point, (come_out, on_8) in pushes.items():
        assert come_odds_off_push(point, point) == 0
        _is(come_odds_off_push(point, "come-out"), come_out)
        _is(come_odds_off_push(point, 8), on_8)
        assert come_odds_off_push(14 - point, "come-out") == Fraction(come_out)
