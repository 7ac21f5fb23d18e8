"""The quantities of a bet or a portfolio that a printed number may be: the registry's and more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddscalc._ask.hourly import loss_per_roll
from oddscalc._ask.joint import Portfolio
from oddscalc._ask.quantities import QUANTITIES, Quantity, edges
from oddscalc._ask.query import Valued
from oddscalc._exact.printed import FOR, MONEY, ODDS, ONE_IN, PERCENT, PLAIN
from oddscalc._exact.values import Exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.valuation import Basis, Value
from oddscalc._questions.claims.number import AGAINST, IN_FAVOUR, Claimed

DICE_ROLLS = 36
"""Writers count wins and losses over so many rolls, each coming as often as it is likely."""

EDGE, CHANCE, SHARE, NUMBER, RATIO, PRICE, UNIT, AMOUNT = (
    *("edge", "chance", "share", "number", "ratio", "price", "unit", "amount"),
)
_PRINTED_AS = {
    EDGE: (PERCENT, PLAIN),
    CHANCE: (PERCENT, PLAIN, ONE_IN),
    SHARE: (PERCENT, PLAIN),
    NUMBER: (PLAIN,),
    RATIO: (ODDS, PLAIN),
    PRICE: (ODDS, FOR, PLAIN),
    UNIT: (PLAIN, MONEY),
    AMOUNT: (MONEY, PLAIN),
}
"""For each sort of quantity, the kinds of number in which it is printed, the usual one first."""

_IF_ASKED = {UNIT: (PERCENT,)}
"""The kinds in which it may be printed too if it is said to be this quantity."""

OTHER_WORDS = {
    **dict.fromkeys(("house edge", "advantage", "house advantage", "vigorish"), "edge"),
    **dict.fromkeys(("per bet made", "per bet", "edge per bet made"), "made"),
    **dict.fromkeys(("per bet resolved", "per decision", "edge per bet resolved"), "resolved"),
    **dict.fromkeys(("per roll", "edge per roll"), "roll"),
    **dict.fromkeys(("rtp", "return to player", "payback", "return to the player"), "return"),
    **dict.fromkeys(("standard deviation", "stdev", "std", "sigma", "volatility"), "sd"),
    **dict.fromkeys(("var",), "variance"),
    **dict.fromkeys(("skew",), "skewness"),
    **dict.fromkeys(("hit frequency", "hit rate"), "hit"),
    **dict.fromkeys(("ev", "expected value", "expectation", "expected net win"), "mean"),
    **dict.fromkeys(("player's edge", "players edge", "player edge"), "player"),
    **dict.fromkeys(("expected rolls", "mean rolls", "average rolls"), "rolls"),
    **dict.fromkeys(("expected action", "handle"), "action"),
    **dict.fromkeys(("expected loss", "cost"), "loss"),
    **dict.fromkeys(("loss per roll", "expected loss per roll", "cost per roll"), "loss-roll"),
    **dict.fromkeys(("cost per hour", "per hour", "loss per hour"), "hour"),
    **dict.fromkeys(("winnings", "winnings on 36 rolls", "won on 36 rolls"), "won-36"),
    **dict.fromkeys(("odds against", "against the bet", "odds"), AGAINST),
    **dict.fromkeys(("in favor", "odds on", "on", "odds in favour", "odds in favor"), IN_FAVOUR),
    **dict.fromkeys(("probability of a win", "p(win)", "winning", "wins"), "win"),
    **dict.fromkeys(("probability of a loss", "p(lose)", "loses", "p(loss)"), "lose"),
    **dict.fromkeys(("tie", "p(push)", "standoff", "stand-off", "returned"), "push"),
    **dict.fromkeys(("pays", "payoff", "payout"), "price"),
}
"""What people call a quantity, by the word for it here."""

_SMALL_WORDS = {"per", "over", "of", "the", "a", "in", "on", "for"}


def named_as(text: str) -> str:
    """Return the word for a quantity that somebody calls *text*.

    >>> named_as("Standard  Deviation"), named_as("P(decided on roll 3)"), named_as("at least 154")
    ('sd', 'decided:3', 'at-least:154')
    """
    name = " ".join(text.lower().replace("_", " ").replace("roll:", "roll ").split())
    name = OTHER_WORDS.get(name, OTHER_WORDS.get(name.replace("-", " "), name))
    probability = re.fullmatch(r"(?:p ?\((.+)\)|probability of (?:an? )?(.+))", name)
    if probability:
        name = probability[1] or probability[2]
    if match := re.fullmatch(
        r"(?:decided |decision )?(?:on )?(?:roll |decided:)([0-9]{1,6})", name
    ):
        return f"decided:{int(match[1])}"
    if match := re.fullmatch(
        r"(?:decided |decision )?(by|within)[ :](?:roll )?([0-9]{1,6})(?: rolls)?", name
    ):
        return f"by:{int(match[2])}"
    if match := re.fullmatch(
        r"at[ -]least[ :]([0-9]{1,6})(?: rolls)?|([0-9]{1,6}) (?:rolls )?or more(?: rolls)?", name
    ):
        return f"at-least:{int(match[1] or match[2])}"
    return name


@dataclass(frozen=True)
class Candidate:
    """One exact number that a claim may be.

    Args:
        name: as ``--as`` and JSON name it.
        says: in words.
        value: the exact value.
        sort: what sort of quantity it is.
        basis: what an edge or a deviation is a share of.
        of: the outcome it is of, if it is not of the whole bet.
        words: the names by which ``--as`` may ask for it, beside *name*, *basis* and *of*.
        main: whether it is shown when a claim is refuted.
        usual: whether its key is its name alone, whatever its basis.
    """

    name: str
    says: str
    value: Exact
    sort: str = EDGE
    basis: str | None = None
    of: str | None = None
    words: frozenset[str] = field(default_factory=frozenset)
    main: bool = False
    usual: bool = False

    def meets(self, claimed: Claimed, *, asked: bool = False) -> bool:
        """Return whether the claim is of this sort and confirmed by this number."""
        return self.may_be(claimed, asked=asked) and claimed.agrees(self.value)

    def may_be(self, claimed: Claimed, *, asked: bool = False) -> bool:
        """Return whether the claim is printed as such a quantity is, or as one that is *asked*."""
        if claimed.each:
            return self.sort in (UNIT, EDGE)
        if claimed.side is not None and self.name != claimed.side:
            return False
        kinds = _PRINTED_AS[self.sort] + (_IF_ASKED.get(self.sort, ()) if asked else ())
        return claimed.kind in kinds

    def asked_as(self, wanted: Sequence[str], *, negative: bool = False) -> bool:
        """Return whether every one of the names *wanted* is a name of this number.

        A number below 0 that is said to be an edge may be the player's.
        """
        names = {self.name, self.key, self.basis, self.of, *self.words}
        if negative and self.name.startswith("player "):
            names |= {"edge", self.name.removeprefix("player ")}
        return all(
            name in names or set(name.replace(":", " ").split()) - _SMALL_WORDS <= names
            for name in wanted
        )

    @property
    def can_be(self) -> bool:
        """Whether it is no probability of what never happens, which any 0 would be."""
        return self.sort != CHANCE or self.value.number != 0

    @property
    def printed_as(self) -> str:
        """The kind of number in which it is usually printed."""
        return _PRINTED_AS[self.sort][0]

    @property
    def key(self) -> str:
        """The name with the basis and the outcome, unique among the quantities of a bet."""
        over = f" over {self.basis}" if self.basis and not self.usual else ""
        return f"{self.name}{over}" + (f":{self.of}" if self.of else "")


def quantities(answer: Valued, rolls_per_hour: Fraction | None = None) -> list[Candidate]:
    """Return the quantities of *answer*: edges first, over each basis, then the rest.

    >>> from oddscalc._ask.query import Query, ask
    >>> for one in quantities(ask(["dont-pass"], Query())[0])[:2]:
    ...     print(one.key, one.value)
    made over stake 3/220
    resolved over stake 27/1925
    """
    value, stake = answer.value, answer.ticket.stake
    candidates = [
        *_edges(value),
        *_chances(answer),
        *_registered(value, "rtp", SHARE, "return to the player"),
        *_registered(value, "hit_frequency", CHANCE, main=True),
        *_registered(value, "expected_rolls", NUMBER, main=True),
        *_deviations(value, stake),
        *_players(value),
    ]
    if value.net_win is not None:
        candidates += _money(value.net_win.times(stake), value.expected_rolls)
        candidates += _hourly(answer, rolls_per_hour)
        candidates += _per_unit(value, stake)
        candidates += _nets(value.net_win.times(stake))
    for payoff in value.payoffs:
        if payoff.net is not None and payoff.outcome.result != "push" and not payoff.is_idle:
            candidates += _paid(payoff.outcome.result, payoff.outcome.tier, payoff.net, stake)
    return _each_once(candidates)


def joint_quantities(joint: Portfolio, rolls_per_hour: Fraction | None = None) -> list[Candidate]:
    """Return the quantities of a portfolio, in the same order."""
    value, nets = joint.value, joint.net_win
    listed, basis = list(_edges(value)), value.bases[0].name
    if joint.until == "roll" and nets.even != 1:
        listed.append(
            Candidate(
                "decision",
                f"house edge per roll on which money changes hands, over the {basis}",
                Exact(joint.house_edge.per_bet_made / (1 - nets.even)),
                basis=basis,
                words=frozenset({"edge"}),
                main=True,
            )
        )
    time = "roll" if joint.until == "roll" else "round"
    return _each_once([
        *listed,
        Candidate("win", "probability of a net win", Exact(nets.ahead), CHANCE, main=True),
        Candidate("lose", "probability of a net loss", Exact(nets.behind), CHANCE, main=True),
        Candidate("even", "probability of neither", Exact(nets.even), CHANCE, main=True),
        *_odds(nets.ahead, nets.behind, "net win", main=True),
        *_registered(value, "rtp", SHARE, "return to the player"),
        *_registered(value, "hit_frequency", CHANCE),
        *_registered(value, "expected_rolls", NUMBER),
        *_registered(value, "sd", AMOUNT, "standard deviation, in money"),
        *_registered(value, "variance", AMOUNT, "variance, in money squared"),
        *_spread(value, value.bases[0], usual=False),
        *_shape(value),
        *_players(value),
        *_money(nets, joint.expected_rolls, time),
        *_hourly(joint, rolls_per_hour),
        *_nets(nets),
    ])  # fmt: skip


def _each_once(listed: Sequence[Candidate]) -> list[Candidate]:
    """Return the quantities with those of one key once: what is the same is so on any stake."""
    return list({quantity.key: quantity for quantity in reversed(listed)}.values())[::-1]


def _registered(
    value: Value, key: str, sort: str, says: str = "", *, main: bool = False
) -> Iterator[Candidate]:
    """Yield a quantity of the registry, if it exists."""
    quantity = QUANTITIES[key]
    number = quantity.exact(value)
    if number is not None:
        name = quantity.word or key
        words = frozenset({key, key.replace("_", " "), quantity.name})
        yield Candidate(name, says or quantity.name, number, sort, words=words, main=main)


def _edges(value: Value) -> Iterator[Candidate]:
    for edge, number in _known(value):
        says = f"house edge {edge.name}, over the {edge.basis}"
        words = frozenset({"edge"})
        yield Candidate(edge.word, says, Exact(number), basis=edge.basis, words=words, main=True)


def _players(value: Value) -> Iterator[Candidate]:
    for edge, number in _known(value):
        says = f"player's edge {edge.name}, over the {edge.basis}"
        words = frozenset({"player", *(("mean",) if edge.word == "made" else ())})
        yield Candidate(f"player {edge.word}", says, Exact(-number), basis=edge.basis, words=words)


def _known(value: Value) -> Iterator[tuple[Quantity, Fraction]]:
    """Yield the edges that exist."""
    for _, edge in edges(value):
        number = edge.of(value)
        if number is not None:
            yield edge, number


def _deviations(value: Value, stake: Fraction) -> Iterator[Candidate]:
    """Yield variance and standard deviation over each basis and in money, and the moments."""
    by_name = sorted(value.bases, key=lambda basis: basis.name != "stake")
    for basis in by_name:
        yield from _spread(value, basis, usual=basis.name == "stake")
    if value.variance is not None:
        money = Exact.root_of(value.variance * stake**2)
        yield Candidate("sd", "standard deviation, in money", money, AMOUNT, of="money", words=_SD)
        squared = Exact(value.variance * stake**2)
        yield Candidate("variance", "variance, in money squared", squared, AMOUNT, of="money")
    yield from _shape(value)


_SD = frozenset({"standard deviation"})


def _spread(value: Value, basis: Basis, *, usual: bool) -> Iterator[Candidate]:
    """Yield variance and standard deviation over a basis."""
    if value.variance is None:
        return
    variance = value.variance / basis.amount**2
    over = f", over the {basis.name}"
    yield Candidate(
        "sd", f"standard deviation{over}", Exact.root_of(variance), UNIT, basis.name, words=_SD,
        usual=usual,
    )  # fmt: skip
    yield Candidate("variance", f"variance{over}", Exact(variance), UNIT, basis.name, usual=usual)


def _shape(value: Value) -> Iterator[Candidate]:
    """Yield the quantities of the registry that say how a net win varies, and the action."""
    for key in ("skewness", "kurtosis", "excess_kurtosis"):
        yield from _registered(value, key, NUMBER)
    yield from _registered(value, "action", UNIT, "expected action")


def _chances(answer: Valued) -> list[Candidate]:
    """Return the probabilities of results and outcomes, and the odds against and for them."""
    value = answer.value
    chances = [
        *_registered(value, "win", CHANCE, "probability of a win", main=True),
        *_registered(value, "lose", CHANCE, "probability of a loss", main=True),
        *_registered(value, "push", CHANCE, "probability of a push", main=True),
        *_odds(value.win, value.lose, "win", main=True),
    ]
    for payoff in value.payoffs:
        outcome, chance = payoff.outcome, payoff.probability
        if outcome.tier is None or payoff.is_idle:
            continue
        words = frozenset({"outcome", outcome.tier})
        says = f"probability of {outcome}"
        chances.append(Candidate(str(outcome), says, Exact(chance), CHANCE, words=words))
        if outcome.result == "win":
            chances += _odds(chance, 1 - value.push - chance, str(outcome), outcome.tier)
    return chances


def _odds(
    chance: Fraction,
    other: Fraction,
    what: str,
    tier: str | None = None,
    *,
    main: bool = False,
) -> list[Candidate]:
    if not chance or not other:
        return []
    words = frozenset({"outcome"}) if tier else frozenset()
    against, on = Exact(other / chance), Exact(chance / other)
    return [
        Candidate(AGAINST, f"odds against a {what}", against, RATIO, None, tier, words, main),
        Candidate(IN_FAVOUR, f"odds in favour of a {what}", on, RATIO, None, tier, words),
    ]


def _paid(result: str, tier: str | None, net: Fraction, stake: Fraction) -> Iterator[Candidate]:
    """Yield what an outcome pays: the net win in money and, of a win, its price."""
    outcome = result if tier is None else f"{result} {tier}"
    words = frozenset({"net", *((tier,) if tier else ())})
    yield Candidate("net", f"net on {outcome}", Exact(net * stake), AMOUNT, None, outcome, words)
    if result == "win" and net > 0:
        says = f"price of {'a win' if tier is None else tier}, as it is paid"
        yield Candidate("price", says, Exact(net), PRICE, None, tier, words)


def _nets(nets: NetWin) -> Iterator[Candidate]:
    """Yield how likely each net win is; of very many, none."""
    if len(nets) <= DICE_ROLLS:
        for net, chance in nets:
            says, of = f"probability of a net win of {net}", str(net)
            words = frozenset({"net"})
            yield Candidate("net-chance", says, Exact(chance), CHANCE, None, of, words)


def _hourly(subject: Valued | Portfolio, rolls_per_hour: Fraction | None) -> Iterator[Candidate]:
    """Yield what an hour costs: of a bet that cannot be made at all times, in both ways."""
    if rolls_per_hour is None:
        return
    says, ways = "expected loss per hour", loss_per_roll(subject)
    if ways is None or ways.kept_up == ways.waiting:
        alone = subject.value.expected_value
        stake = subject.ticket.stake if isinstance(subject, Valued) else 1
        lost = -(alone or 0) * stake / subject.value.expected_rolls
        lost = lost if ways is None else ways.kept_up
        yield Candidate("hour", says, Exact(lost * rolls_per_hour), AMOUNT, main=True)
        return
    for of, how, lost in (
        ("kept-up", "made again at once wherever it can be", ways.kept_up),
        ("waiting", "made only where the first was, waiting counted", ways.waiting),
    ):
        cost = Exact(lost * rolls_per_hour)
        yield Candidate("hour", f"{says}, {how}", cost, AMOUNT, of=of, main=True)


def _money(nets: NetWin, rolls: Fraction, bet: str = "bet") -> list[Candidate]:
    """Return what is lost and won in money."""
    lost = -nets.mean
    won = sum((chance * net for net, chance in nets if net > 0), Fraction(0))
    many = f"{DICE_ROLLS} {bet}s"
    amounts = [
        ("loss", f"expected loss on each {bet}", lost),
        ("loss-roll", "expected loss per roll", lost / rolls),
        ("loss-36", f"expected loss on {many}", lost * DICE_ROLLS),
        ("won-36", f"expected winnings on {many}, losses left out", won * DICE_ROLLS),
    ]
    amounts += [("mean", f"expected net win on each {bet}", -lost)]
    return [
        Candidate(name, says, Exact(value), AMOUNT, main=name in ("loss", "loss-36"))
        for name, says, value in amounts
    ]


def _per_unit(value: Value, stake: Fraction) -> Iterator[Candidate]:
    """Yield the expected net win and the expected loss per unit of stake, whatever the stake."""
    each = ", per unit of stake"
    for key, says in (("expected_value", "expected net win"), ("loss_per_roll", "loss per roll")):
        for quantity in _registered(value, key, UNIT, says + each):
            yield replace(
                quantity, words=quantity.words | {"mean" if key == "expected_value" else "loss"}
            )
    if value.expected_value is not None:
        lost, says = Exact(-value.expected_value), "expected loss" + each
        yield Candidate("loss", says, lost, UNIT, of="unit")
        yield Candidate(
            "action", "expected action, in money",
            Exact(value.bases[0].amount * stake), AMOUNT, of="money",
        )  # fmt: skip
