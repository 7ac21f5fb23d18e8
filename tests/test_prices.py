"""Prices, commissions and paytables."""

from __future__ import annotations

from fractions import Fraction

import pytest

import oddscalc
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import shipped as catalogue
from oddscalc._bets.compile import price_keys
from oddscalc._money import paytable as paytables
from oddscalc._money.commission import Commission
from oddscalc._money.pay import pay
from oddscalc._money.price import Price
from oddscalc._money.terms import terms_of
from oddscalc._money.ticket import Ticket
from oddscalc._rules import rulebook as rulebooks
from oddscalc.errors import NumberError, UnknownNameError


def edge(bet: str, *pays: str, **asked: object) -> Fraction:
    answer = oddscalc.edge(bet, pays=pays, **asked)  # type: ignore[arg-type]
    assert answer.value.house_edge is not None
    return answer.value.house_edge.per_bet_made


@pytest.mark.parametrize(
    ("text", "net", "both"),
    [
        ("30 to 1", Fraction(30), "30 to 1 = 31 for 1"),
        ("30:1", Fraction(30), "30 to 1 = 31 for 1"),
        ("31 for 1", Fraction(30), "30 to 1 = 31 for 1"),
        ("9 to 5", Fraction(9, 5), "9 to 5 = 14 for 5"),
        ("9:5", Fraction(9, 5), "9 to 5 = 14 for 5"),
        ("19/2 to 1", Fraction(19, 2), "19 to 2 = 21 for 2"),
        ("9.5 to 1", Fraction(19, 2), "19 to 2 = 21 for 2"),
        ("even", Fraction(1), "1 to 1 = 2 for 1"),
        ("Even Money", Fraction(1), "1 to 1 = 2 for 1"),
        ("1 for 1", Fraction(0), "0 to 1 = 1 for 1"),
        ("  15   TO 1 ", Fraction(15), "15 to 1 = 16 for 1"),
    ],
)
def test_a_price_says_whether_the_stake_is_included(text: str, net: Fraction, both: str) -> None:
    price = Price.parse(text)
    assert price.net() == net
    assert price.both() == both


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("9-to-5", "9 to 5"), ("31-for-1", "31 for 1"), ("1,000 for 1", "1000 for 1"),
        ("30 / 1", "30 to 1"), ("30/1", "30 to 1"), ("7½ to 1", "15/2 to 1"),
        ("7 1/2 to 1", "15/2 to 1"), ("30\uff1a1", "30 to 1"),
        ("\uff13\uff10 to \uff11", "30 to 1"),
        ("$30 to $1", "30 to 1"), ("US$30 for US$1", "30 for 1"), ("double", "2 to 1"),
        ("even-money", "1 to 1"), ("6/1 against", "6 to 1"), ("6 to 5 on", "5 to 6"),
        ("thirty-one for one", "31 for 1"), ("25\u202f000 to 1", "25000 to 1"),
        ("1,5 to 1", "3/2 to 1"), ("30 to 1 (31 for 1)", "30 to 1"), ("even\u00a0money", "1 to 1"),
        ("1 to 1 less 5 %", "1 to 1 less 5%"), ("30 to 1 plus stake", "30 to 1"),
        ("16\u00bd/1", "33/2 to 1"), ("4 zu 1", "4 to 1"),
        ("31 for 1 (stake included)", "31 for 1"), ("30 to one.", "30 to 1"),
    ],
)  # fmt: skip
def test_a_price_is_read_in_every_spelling_that_means_but_one(text: str, plain: str) -> None:
    assert str(Price.parse(text)) == plain


@pytest.mark.parametrize("text", ["true odds", "True Odds", "true odds less 5%"])
def test_true_odds_need_the_odds(text: str) -> None:
    price = Price.parse(text)
    assert price.is_true_odds
    assert price.net(Fraction(2)) == (Fraction(19, 10) if "less" in text else 2)
    with pytest.raises(ValueError, match="without the odds"):
        price.net()


@pytest.mark.parametrize("text", ["30", "9/5", "15-1", "30x1", "9.5", "2x", "x2"])
def test_a_bare_number_is_refused_with_both_readings(text: str) -> None:
    with pytest.raises(NumberError, match=r"two ways: '\S+ to \d' .* or '\S+ for \d'"):
        Price.parse(text)


@pytest.mark.parametrize(
    "text",
    ["", "to 1", "30 to", "30 to 0", "-3 to 1", "1 for 2", "1e9 to 1", "30 2 1", "1.000 to 1",
     "true odds less 100%", "true odds less x", "3 to 1 to 1", "9-5", "30 to 1²",
     "30 to 1 (30 for 1)",
     "31 for 1 less 5%", "30 to 1 including stake", "12,34 000 to 1"],
)  # fmt: skip
def test_what_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(NumberError):
        Price.parse(text)


@pytest.mark.parametrize(
    ("price", "small", "everything"),
    [
        ("30 to 1", "139241/760760", None),
        ("30 for 1", "15929/76076", None),
        ("34 to 1", "1687/21736", None),
        ("35 for 1", "1687/21736", None),
        ("150 to 1", None, "4959941501491/24067258815600"),
        ("150 for 1", None, "33909866845/160448392104"),
        ("155 to 1", None, "27738774841/154277300100"),
        ("174 to 1", None, "10988667973/137527193232"),
        ("175 for 1", None, "10988667973/137527193232"),
        ("175 to 1", None, "10207263466/136745788725"),
    ],
)
def test_to_and_for_on_small_and_all(price: str, small: str | None, everything: str | None) -> None:
    """Case A01."""
    if small:
        assert edge("all-small", f"win={price}") == Fraction(small)
    if everything:
        assert edge("all-or-nothing", f"win={price}") == Fraction(everything)


@pytest.mark.parametrize(
    ("bet", "pays", "expected"),
    [
        ("eleven", ["win=15 to 1"], "1/9"),  # A02
        ("eleven", ["win=15 for 1"], "1/6"),
        ("craps-2", ["win=31 for 1"], "5/36"),  # A04
        ("any-craps", ["win=8 for 1"], "1/9"),
        ("hard-4", ["win=8 for 1"], "1/9"),
        ("hard-6", ["win=10 for 1"], "1/11"),
        ("any-7", ["win=4 for 1"], "1/3"),  # A05
        (
            "fire",
            ["4=10 to 1", "5=200 to 1", "6=2000 to 1"],  # A06
            "51905761004071461327852138469105380739713571/208824584812056757538831689766774721436028310",
        ),
        (
            "fire",
            ["4=10 for 1", "5=200 for 1", "6=2000 for 1"],
            "10823883137985560009326983818157485989285889/41764916962411351507766337953354944287205662",
        ),
        ("place-lose-9", ["win=19 to 31"], "1/31"),  # A11
        ("place-lose-10", ["win=19 to 31"], "-7/93"),
        ("place-lose-4", ["win=19 to 41"], "1/41"),
        ("field", ["12=3 to 1"], "1/36"),  # A12
        ("field", ["2=3 to 1", "12=3 to 1"], "0"),
        ("field", ["2=1 to 1", "12=1 to 1"], "1/9"),
        ("big-6", ["win=7 to 6"], "1/66"),  # D02
        ("hop-1-3", ["win=16 to 1"], "1/18"),  # E07
        ("hop-2-2", ["win=31 to 1"], "1/9"),
        ("hop-2-2", ["win=30 for 1"], "1/6"),
        ("hard-6", ["win=10 to 1"], "0"),
        ("horn", ["horn:craps-12=30 for 1", "craps-2=30 for 1", "craps-3=15 for 1",
                  "eleven=15 for 1"], "1/6"),  # E02
        ("whirl", ["craps-12=30 for 1", "craps-2=30 for 1", "craps-3=15 for 1",
                   "eleven=15 for 1"], "1/6"),  # E04
        ("c-and-e", ["win=4 to 1"], "1/6"),  # E01
        ("c-and-e", ["any-craps=4 to 1", "eleven=4 to 1"], "7/12"),
    ],
)  # fmt: skip
def test_prices_given_in_the_query(bet: str, pays: list[str], expected: str) -> None:
    assert edge(bet, *pays) == Fraction(expected)


def test_a_price_for_a_part_reaches_the_bundle_that_holds_it() -> None:
    assert edge("horn", "craps-12:win=30 for 1") == edge("horn", "craps-12=30 for 1")


def test_a_price_for_a_win_of_a_bundle_is_on_the_whole_stake() -> None:
    value = oddscalc.edge("whirl", pays=["whirl:win=4 to 1"]).value
    assert [payoff.net for payoff in value.payoffs] == [4, 4, 4, 4, 4, -1]


def test_c_and_e_of_one_wager_with_two_prices_equals_that_of_its_halves() -> None:
    one = oddscalc.edge("c-and-e", rules="sg-mbs")
    halves = oddscalc.edge("c-and-e", rules="massino")
    assert [payoff.net for payoff in one.value.payoffs] == [3, 7, -1]
    assert one.value == halves.value


@pytest.mark.parametrize(
    ("pays", "message"),
    [
        ("4=24 to 1", "no winning outcome '4' to be priced; pass has win"),
        ("lose=1 to 1", "no winning outcome 'lose'"),
        ("any-7:win=5 to 1", "a price is given for any-7, which was not asked for"),
        ("nobet:win=5 to 1", "there is no bet called 'nobet'"),
        ("win", "write OUTCOME=PRICE"),
        ("=1 to 1", "write OUTCOME=PRICE"),
    ],
)
def test_a_price_for_nothing_is_refused(pays: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        edge("pass", pays)


@pytest.mark.parametrize(
    ("bet", "made", "outlay"),
    [
        ("buy-4", "1/20", "1/21"),
        ("buy-5", "1/20", "1/21"),
        ("lay-4", "1/40", "1/41"),
        ("lay-5", "1/30", "1/31"),
        ("lay-6", "1/24", "1/25"),
    ],
)
def test_commission_paid_when_placed_over_stake_and_over_outlay(
    bet: str, made: str, outlay: str
) -> None:
    value = oddscalc.edge(bet).value
    assert value.house_edge is not None
    assert value.house_edge.per_bet_made == Fraction(made)
    stake, outlay_basis = value.bases
    assert (stake.name, outlay_basis.name) == ("stake", "outlay")
    over = value.edge_over(outlay_basis)
    assert over is not None
    assert over.per_bet_made == Fraction(outlay)


@pytest.mark.parametrize(("bet", "made"), [("buy-4", "1/60"), ("buy-5", "1/50"), ("lay-4", "1/60")])
def test_commission_on_a_win_only(bet: str, made: str) -> None:
    base = "stake" if bet.startswith("buy") else "win"
    vig = Commission(Fraction(1, 20), base, "won")
    odds = {"buy-4": Fraction(2), "buy-5": Fraction(3, 2), "lay-4": Fraction(1, 2)}[bet]
    customary = paytables.shipped("customary")
    from dataclasses import replace

    pricing = replace(customary.pricing[bet], commission=vig)
    table = replace(customary, pricing={bet: pricing})
    paid = pay(bet, [Outcome("win"), Outcome("lose")], table, lambda _: odds)
    win = 1 / (1 + odds)
    assert paid.nets[0] is not None
    assert win * paid.nets[0] - (1 - win) == -Fraction(made)
    assert paid.outlay == 1


def test_true_odds_are_those_of_fair_dice_whatever_the_dice() -> None:
    loaded = oddscalc.Dice.from_seven_ratio(7)
    value = oddscalc.edge("odds-4", dice=loaded).value
    assert value.payoffs[0].net == 2
    assert value.expected_value != 0


def test_biased_dice_give_the_known_player_edges() -> None:
    """Case I01."""
    for ratio, bet, expected in (
        ("7", "pass", "-11/630"),
        ("6.5", "pass", "-2399/1807455"),
        ("7", "place-6", "-1/12"),
        ("6.5", "place-6", "-5/138"),
    ):
        assert edge(bet, dice=oddscalc.Dice.from_seven_ratio(ratio)) == Fraction(expected)


def test_a_bet_without_a_price_is_still_answered() -> None:
    value = oddscalc.edge("hot-roller").value
    assert value.win == Fraction(4252512452, 48522699225)
    assert value.house_edge is value.expected_value is value.variance is value.sd is None
    assert [payoff.net for payoff in value.payoffs] == [None] * 7


def test_a_bet_with_a_price_for_some_outcomes_has_no_edge_yet() -> None:
    value = oddscalc.edge("hot-roller", pays=["2=5 to 1"]).value
    assert [payoff.net for payoff in value.payoffs] == [5, None, None, None, None, -1, -1]
    assert value.house_edge is None


def test_the_hot_roller_at_5_10_20_50_200() -> None:
    """Case G09."""
    pays = ["2=5 to 1", "3=10 to 1", "4=20 to 1", "5=50 to 1", "6=200 to 1"]
    assert edge("hot-roller", *pays) == Fraction(1265856433, 16877460600)


@pytest.mark.parametrize("name", paytables.SHIPPED)
def test_every_shipped_price_is_for_an_outcome_that_exists_and_has_a_source(name: str) -> None:
    for bet, pricing in paytables.shipped(name).pricing.items():
        assert set(pricing.pays) <= set(price_keys(catalogue()[bet], catalogue()))
        assert pricing.source
        assert pricing.status in {"custom", "read", "read in full", "assumed"}


def test_every_bet_but_the_hot_roller_has_a_customary_price() -> None:
    unpriced = {
        answer.model.bet.id
        for bet, _ in rulebooks.shipped("standard")
        for answer in oddscalc.edges(bet.id)
        if answer.value.house_edge is None
    }
    assert unpriced == {"hot-roller"}


@pytest.mark.parametrize(
    ("bet", "pays", "expected"),
    [
        ("horn", ["craps-2=whole 27 to 4", "craps-12=whole 27 to 4"], "1/8"),
        ("horn", ["horn:craps-12=part 30 to 1"], "1/8"),
        ("c-and-e", ["any-craps=3 to 1 on the whole bet", "eleven=whole 7 to 1"], "1/9"),
    ],
)
def test_a_price_can_say_that_it_is_on_the_part_or_on_the_whole(
    bet: str, pays: list[str], expected: str
) -> None:
    assert edge(bet, *pays) == Fraction(expected)


def test_on_the_whole_where_the_paytable_is_so() -> None:
    pays = ("any-craps=part 7 to 1", "eleven=whole 7 to 1")
    assert edge("c-and-e", *pays, rules="sg-mbs") == Fraction(1, 9)


def test_what_is_kept_back_of_a_price_is_from_nothing_to_less_than_all() -> None:
    assert Price.parse("6 to 5 less 0%").net() == Fraction(6, 5)
    assert Price.parse("6 to 5 less 25%").net() == Fraction(6, 5) * Fraction(3, 4)
    assert Price.parse("true odds less 2%").net(Fraction(2)) == Fraction(196, 100)
    for all_or_more in ("6 to 5 less 100%", "6 to 5 less 1", "6 to 5 less 150%"):
        with pytest.raises(NumberError):
            Price.parse(all_or_more)


@pytest.mark.parametrize(
    ("text", "of_ten", "of_hundred", "spelled"),
    [
        ("5% of stake, when placed", "1/2", "5", "5% of the stake, when placed"),
        ("5% of win, when won, rounded down to 2", "0", "10",
         "5% of the win, when won, rounded down to 2"),
        ("5% of win, when placed, at least 2", "2", "10", "5% of the win, when placed, at least 2"),
        ("5% of win, when placed, at most 4", "1", "4", "5% of the win, when placed, at most 4"),
        ("5% of stake, when placed, rounded up to 1, at least 1, at most 3", "1", "3",
         "5% of the stake, when placed, rounded up to 1, at least 1, at most 3"),
        ("$1 flat, when won", "1", "1", "1 flat, when won"),
    ],
)  # fmt: skip
def test_a_commission_in_money(text: str, of_ten: str, of_hundred: str, spelled: str) -> None:
    """Of a stake that wins twice as much."""
    commission = Commission.parse(text)
    assert commission is not None
    assert str(commission) == spelled
    for stake, due in ((10, of_ten), (100, of_hundred)):
        ticket = Ticket(Fraction(stake), given=True)
        win = Fraction(2 * stake) if commission.base == "win" else Fraction(stake)
        assert commission.charge(ticket, win) == Fraction(due), stake


def test_terms_are_completed_by_what_they_leave_unsaid() -> None:
    terms = terms_of("5%")
    assert terms is not None
    assert Commission.of(terms, "win", "won") == Commission(Fraction(1, 20), "win", "won")
    said = terms_of("5% of stake, when placed")
    assert said is not None
    assert str(Commission.of(said, "win", "won")) == "5% of the stake, when placed"
    assert Commission(Fraction(1, 20), "win", "won").unit == 1
