"""The quantities of a bet or a portfolio that a printed number may be: the registry's and more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.quantities import QUANTITIES, Quantity, edges
from oddscalc._ask.query import Answer
from oddscalc._exact.printed import MONEY, ODDS, ONE_IN, PERCENT, PLAIN, PrintedNumber
from oddscalc._exact.values import Exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.valuation import Value

DICE_ROLLS = 36
"""Writers count wins and losses over so many rolls, each coming as often as it is likely."""

CHANCE, SHARE, NUMBER, AGAINST, AMOUNT = "chance", "share", "number", "against", "amount"
_PRINTED_AS = {
    CHANCE: (PLAIN, PERCENT, ONE_IN),
    SHARE: (PLAIN, PERCENT),
    NUMBER: (PLAIN,),
    AGAINST: (ODDS,),
    AMOUNT: (MONEY,),
}
"""For each sort of quantity, the kinds of number in which it is printed."""


@dataclass(frozen=True)
class Candidate:
    """One exact number that a claim may be.

    Args:
        name: as ``--as`` and JSON name it.
        says: in words.
        value: the exact value.
        sort: what sort of quantity it is.
        basis: what an edge is a share of.
        words: the names by which ``--as`` may ask for it, beside *name* and *basis*.
        main: whether it is shown when a claim is refuted.
    """

    name: str
    says: str
    value: Exact
    sort: str = SHARE
    basis: str | None = None
    words: frozenset[str] = field(default_factory=frozenset)
    main: bool = False

    def meets(self, claimed: PrintedNumber) -> bool:
        """Return whether the claim is of this sort and confirmed by this number."""
        return self.may_be(claimed) and claimed.agrees(self.value)

    def may_be(self, claimed: PrintedNumber) -> bool:
        """Return whether the claim is printed as such a quantity is."""
        on = self.name == "in favour"
        return claimed.kind in _PRINTED_AS[self.sort] and claimed.in_favour == on

    def asked_as(self, wanted: Sequence[str]) -> bool:
        """Return whether every one of the names *wanted* is a name of this number."""
        return all(name in (self.name, self.basis) or name in self.words for name in wanted)

    @property
    def can_be(self) -> bool:
        """Whether it is no probability of what never happens, which any 0 would be."""
        return self.sort != CHANCE or self.value.number != 0

    @property
    def printed_as(self) -> str:
        """The kind of number in which it is usually printed."""
        kinds = _PRINTED_AS[self.sort]
        return PERCENT if PERCENT in kinds else kinds[0]

    @property
    def key(self) -> str:
        """The name with the basis, unique among the quantities of a bet."""
        return self.name + (f" over {self.basis}" if self.basis else "")


def quantities(answer: Answer, rolls_per_hour: Fraction | None = None) -> list[Candidate]:
    """Return the quantities of *answer*: edges first, over each basis, then the rest.

    >>> from oddscalc._ask.query import Query, ask
    >>> for one in quantities(ask(["dont-pass"], Query())[0])[:2]:
    ...     print(one.key, one.value)
    made over stake 3/220
    resolved over stake 27/1925
    """
    value = answer.value
    found = [
        *_edges(value),
        *_chances(answer),
        *_registered(value, "rtp", SHARE, "return to the player"),
        *_registered(value, "hit_frequency", CHANCE, main=True),
        *_registered(value, "expected_rolls", NUMBER, main=True),
        *_registered(value, "sd", NUMBER),
        *_registered(value, "variance", NUMBER),
        *_players(value),
    ]
    if value.net_win is not None:
        stake = answer.ticket.stake
        found += _money(value.net_win.times(stake), value.expected_rolls, rolls_per_hour)
        found += [
            Candidate("net", f"net on {p.outcome}", Exact(p.net * stake), AMOUNT)
            for p in value.payoffs
            if p.net is not None and p.outcome.result != "push"
        ]
    return found


def joint_quantities(found: Portfolio, rolls_per_hour: Fraction | None = None) -> list[Candidate]:
    """Return the quantities of a portfolio, in the same order."""
    value, nets = found.value, found.net_win
    listed, basis = list(_edges(value)), value.bases[0].name
    if found.until == "roll" and nets.even != 1:
        listed.append(
            Candidate(
                "decision",
                f"house edge per roll on which money changes hands, over the {basis}",
                Exact(found.house_edge.per_bet_made / (1 - nets.even)),
                basis=basis,
                main=True,
            )
        )
    time = "roll" if found.until == "roll" else "round"
    return [
        *listed,
        Candidate("win", "probability of a net win", Exact(nets.ahead), CHANCE, main=True),
        Candidate("lose", "probability of a net loss", Exact(nets.behind), CHANCE, main=True),
        Candidate("even", "probability of neither", Exact(nets.even), CHANCE, main=True),
        *_odds(nets.ahead, nets.behind, "net win", main=True),
        *_registered(value, "rtp", SHARE, "return to the player"),
        *_registered(value, "expected_rolls", NUMBER),
        *_registered(value, "sd", AMOUNT, "standard deviation, in money"),
        *_players(value),
        *_money(nets, found.expected_rolls, rolls_per_hour, time),
    ]


def _registered(
    value: Value, key: str, sort: str, says: str = "", *, main: bool = False
) -> Iterator[Candidate]:
    """Yield a quantity of the registry, if it exists."""
    quantity = QUANTITIES[key]
    number = quantity.exact(value)
    if number is not None:
        yield Candidate(quantity.word or key, says or quantity.name, number, sort, main=main)


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


def _chances(answer: Answer) -> list[Candidate]:
    """Return the probabilities of results and outcomes, and the odds against and for them."""
    value = answer.value
    found = [
        *_registered(value, "win", CHANCE, "probability of a win", main=True),
        *_registered(value, "lose", CHANCE, "probability of a loss", main=True),
        *_registered(value, "push", CHANCE, "probability of a push", main=True),
        *_odds(value.win, value.lose, "win", main=True),
    ]
    for payoff in value.payoffs:
        outcome, chance = payoff.outcome, payoff.probability
        if outcome.tier is None:
            continue
        words = frozenset({"outcome", outcome.tier})
        says = f"probability of {outcome}"
        found.append(Candidate(str(outcome), says, Exact(chance), CHANCE, words=words))
        if outcome.result == "win":
            found += _odds(chance, 1 - value.push - chance, str(outcome), words)
    return found


def _odds(
    chance: Fraction,
    other: Fraction,
    what: str,
    words: frozenset[str] = frozenset(),
    *,
    main: bool = False,
) -> list[Candidate]:
    if not chance or not other:
        return []
    against, on = Exact(other / chance), Exact(chance / other)
    return [
        Candidate("against", f"odds against a {what}", against, AGAINST, words=words, main=main),
        Candidate("in favour", f"odds in favour of a {what}", on, AGAINST, words=words),
    ]


def _money(
    nets: NetWin, rolls: Fraction, rolls_per_hour: Fraction | None, bet: str = "bet"
) -> list[Candidate]:
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
    if rolls_per_hour is not None:
        amounts.append(("hour", "expected loss per hour", lost / rolls * rolls_per_hour))
    amounts += [("mean", f"expected net win on each {bet}", -lost)]
    return [
        Candidate(name, says, Exact(value), AMOUNT, main=name in ("loss", "loss-36", "hour"))
        for name, says, value in amounts
    ]
