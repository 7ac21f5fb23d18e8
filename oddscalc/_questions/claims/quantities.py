"""The named quantities of a bet or a portfolio that a printed number may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Answer
from oddscalc._bets.automaton import Outcome
from oddscalc._exact.prints import Exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.valuation import HouseEdge
from oddscalc._questions.claims.number import MONEY, ODDS, ONE_IN, PERCENT, PLAIN, Claimed

EDGES = ("made", "resolved", "roll")
"""The definitions of the edge, as ``--as`` names them."""

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
class Quantity:
    """One exact quantity.

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

    def meets(self, claimed: Claimed) -> bool:
        """Return whether the claim is of this sort and confirmed by this quantity."""
        return self.may_be(claimed) and claimed.is_of(self.value)

    def may_be(self, claimed: Claimed) -> bool:
        """Return whether the claim is printed as such a quantity is."""
        on = self.name == "in favour"
        return claimed.kind in _PRINTED_AS[self.sort] and claimed.in_favour == on

    def asked_as(self, wanted: Sequence[str]) -> bool:
        """Return whether every one of the names *wanted* is a name of this quantity."""
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


def quantities(answer: Answer, rolls_per_hour: Fraction | None = None) -> list[Quantity]:
    """Return the quantities of *answer*: edges first, over each basis, then the rest.

    >>> from oddscalc._ask.query import Query, ask
    >>> for one in quantities(ask(["dont-pass"], Query())[0])[:2]:
    ...     print(one.key, one.value)
    made over stake 3/220
    resolved over stake 27/1925
    """
    value = answer.value
    found: list[Quantity] = []
    bases = value.bases if value.expected_value is not None else ()
    for basis in bases:
        found += _edges(value.edge_over(basis), basis.name, f"over the {basis.name}")
    found += _chances(answer)
    if value.rtp is not None and value.hit_frequency is not None:
        found.append(Quantity("return", "return to the player", Exact(value.rtp)))
        found.append(
            Quantity("hit", "hit frequency", Exact(value.hit_frequency), CHANCE, main=True)
        )
    found.append(
        Quantity("rolls", "expected rolls", Exact(value.expected_rolls), NUMBER, main=True)
    )
    if value.variance is not None:
        sd = Exact.root_of(value.variance)
        found.append(Quantity("sd", "standard deviation", sd, NUMBER))
        found.append(Quantity("variance", "variance", Exact(value.variance), NUMBER))
    for basis in bases:
        found += _players(value.edge_over(basis), basis.name, f"over the {basis.name}")
    nets = value.net_win
    if nets is not None:
        found += _money(nets, answer.ticket.stake, value.expected_rolls, rolls_per_hour)
        found += [
            Quantity("net", f"net on {p.outcome}", Exact(p.net * answer.ticket.stake), AMOUNT)
            for p in value.payoffs
            if p.net is not None and p.outcome.result != "push"
        ]
    return found


def joint_quantities(found: Portfolio, rolls_per_hour: Fraction | None = None) -> list[Quantity]:
    """Return the quantities of a portfolio, in the same order."""
    edge = found.house_edge
    listed = _edges(edge, "stakes", "over the stakes")
    nets = found.net_win
    changing = 1 - nets.even
    if found.until == "roll" and changing:
        listed.append(
            Quantity(
                "decision",
                "house edge per roll on which money changes hands, over the stakes",
                Exact(edge.per_bet_made / changing),
                basis="stakes",
                main=True,
            )
        )
    chances = {"win": nets.ahead, "lose": nets.behind, "even": nets.even}
    says = {"win": "a net win", "lose": "a net loss", "even": "neither"}
    listed += [
        Quantity(name, f"probability of {says[name]}", Exact(chance), CHANCE, main=True)
        for name, chance in chances.items()
    ]
    listed += _odds(chances["win"], chances["lose"], "net win", main=True)
    listed.append(Quantity("return", "return to the player", Exact(1 - edge.per_bet_made)))
    listed.append(Quantity("rolls", "expected rolls", Exact(found.expected_rolls), NUMBER))
    listed.append(
        Quantity("sd", "standard deviation, in money", Exact.root_of(found.variance), AMOUNT)
    )
    listed += _players(edge, "stakes", "over the stakes")
    time = "roll" if found.until == "roll" else "round"
    return listed + _money(nets, Fraction(1), found.expected_rolls, rolls_per_hour, time)


_DEFINITIONS = {"made": "per bet made", "resolved": "per bet resolved", "roll": "per roll"}


def _three(edge: HouseEdge | None) -> Iterator[tuple[str, Fraction]]:
    if edge is None:
        return
    for name, value in zip(
        EDGES, (edge.per_bet_made, edge.per_bet_resolved, edge.per_roll), strict=True
    ):
        if value is not None:
            yield name, value


def _edges(edge: HouseEdge | None, basis: str, over: str) -> list[Quantity]:
    return [
        Quantity(
            name,
            f"house edge {_DEFINITIONS[name]}, {over}",
            Exact(value),
            basis=basis,
            words=frozenset({"edge"}),
            main=True,
        )
        for name, value in _three(edge)
    ]


def _players(edge: HouseEdge | None, basis: str, over: str) -> list[Quantity]:
    return [
        Quantity(
            f"player {name}",
            f"player's edge {_DEFINITIONS[name]}, {over}",
            Exact(-value),
            basis=basis,
            words=frozenset({"player", *(("mean",) if name == "made" else ())}),
        )
        for name, value in _three(edge)
    ]


def _chances(answer: Answer) -> list[Quantity]:
    """Return the probabilities of results and outcomes, and the odds against and for them."""
    value = answer.value
    results = {"win": value.win, "lose": value.lose, "push": value.push}
    found = [
        Quantity(name, f"probability of a {says}", Exact(results[name]), CHANCE, main=True)
        for name, says in (("win", "win"), ("lose", "loss"), ("push", "push"))
    ]
    found += _odds(value.win, value.lose, "win", main=True)
    for payoff in value.payoffs:
        outcome, chance = payoff.outcome, payoff.probability
        if str(outcome) in results:
            continue
        words = _outcome_words(outcome)
        says = f"probability of {outcome}"
        found.append(Quantity(str(outcome), says, Exact(chance), CHANCE, words=words))
        if outcome.result == "win":
            found += _odds(chance, 1 - value.push - chance, str(outcome), words)
    return found


def _outcome_words(outcome: Outcome) -> frozenset[str]:
    return frozenset({"outcome", outcome.tier} if outcome.tier else {"outcome"})


def _odds(
    chance: Fraction,
    other: Fraction,
    what: str,
    words: frozenset[str] = frozenset(),
    *,
    main: bool = False,
) -> list[Quantity]:
    if not chance or not other:
        return []
    against, on = Exact(other / chance), Exact(chance / other)
    return [
        Quantity("against", f"odds against a {what}", against, AGAINST, words=words, main=main),
        Quantity("in favour", f"odds in favour of a {what}", on, AGAINST, words=words),
    ]


def _money(
    nets: NetWin,
    stake: Fraction,
    rolls: Fraction,
    rolls_per_hour: Fraction | None,
    bet: str = "bet",
) -> list[Quantity]:
    """Return what is lost and won in money."""
    lost = -stake * nets.mean
    won = stake * sum((chance * net for net, chance in nets if net > 0), Fraction(0))
    count = DICE_ROLLS
    amounts = [
        ("loss", f"expected loss on each {bet}", lost),
        ("loss-roll", "expected loss per roll", lost / rolls),
        ("loss-36", f"expected loss on {count} {bet}s", lost * count),
        ("won-36", f"expected winnings on {count} {bet}s, losses left out", won * count),
    ]
    if rolls_per_hour is not None:
        amounts.append(("hour", "expected loss per hour", lost / rolls * rolls_per_hour))
    amounts += [("mean", f"expected net win on each {bet}", -lost)]
    return [
        Quantity(name, says, Exact(value), AMOUNT, main=name in ("loss", "loss-36", "hour"))
        for name, says, value in amounts
    ]
