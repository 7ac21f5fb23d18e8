"""Several bets made together: the joint distribution of their net win.

Expected values add up, variances do not: the bets are decided by the same rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._ask.items import Item, staked, with_files
from oddscalc._ask.options import Number
from oddscalc._ask.query import Query, Valued, models, paytable_for, solve_model
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.odds import odds_returned, point_of
from oddscalc._bets.together import TAKEN_DOWN, Together
from oddscalc._chain.chain import Chain, explore
from oddscalc._chain.model import Model, start_of, table_of
from oddscalc._chain.solve import Solution, solve
from oddscalc._exact.numbers import as_fraction, exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.paytable import Paytable
from oddscalc._money.valuation import Basis, HouseEdge, Value, weigh
from oddscalc.errors import NumberError, RangeError, RuleError

UNTIL = ("roll", "all-decided")


@dataclass(frozen=True)
class Part:
    """One bet of a portfolio.

    Args:
        answer: the bet on its own, with its ticket.
        item: how it was asked for, with the options of its own.
        expected_value: its share of the portfolio's, in money.
    """

    answer: Valued
    item: Item
    expected_value: Fraction = Fraction(0)

    @property
    def name(self) -> str:
        """The id of the bet, with the options of its own."""
        return self.item.named(self.answer.model.bet.id)

    @property
    def written(self) -> str:
        """The bet with its stake, as an item is written."""
        return self.item.named(self.answer.model.bet.id, exact(self.answer.ticket.stake))

    def net(self, ended: Outcome) -> Fraction:
        """Return the net win in money when the bet has *ended* so; nothing if it is taken down."""
        nets = {payoff.outcome: payoff.net for payoff in self.answer.value.payoffs}
        return (nets.get(ended) or Fraction(0)) * self.answer.ticket.stake

    def returned(self, ended: Outcome) -> Fraction:
        """Return how much of the stake comes back undecided when the bet has *ended* so."""
        payoffs = self.answer.value.payoffs
        back = zip((payoff.outcome for payoff in payoffs), self.answer.paid.returned, strict=True)
        return dict(back).get(ended, Fraction(1)) * self.answer.ticket.stake

    @property
    def outlay(self) -> Fraction:
        """What is put up for each unit of stake, with commission paid on top of it."""
        return self.answer.paid.outlay

    def odds(self, ended: Outcome) -> Fraction:
        """Return the odds that were added to the flat bet when it has *ended* so, in money."""
        point = point_of(ended) if self.answer.odds and ended != TAKEN_DOWN else None
        if point is None:
            return Fraction(0)
        return self.answer.odds[point].multiple * self.answer.ticket.stake


@dataclass(frozen=True)
class Portfolio:
    """What bets made together are worth, in money.

    Args:
        parts: the bets.
        until: ``roll`` or ``all-decided``.
        value: what they are worth together; its bases are the ``stakes``; with odds before them
            the ``action``, with commissions paid on top after them the ``outlay``.
        chain: the chain of all bets together.
        query: what was asked of all, and where the table stands.
        paytable: the prices of all.
    """

    parts: tuple[Part, ...]
    until: str
    value: Value
    chain: Chain
    query: Query
    paytable: Paytable

    @property
    def staked(self) -> Fraction:
        """The total of the stakes."""
        return next(basis.amount for basis in self.value.bases if basis.name == "stakes")

    @property
    def net_win(self) -> NetWin:
        """The distribution of the total net win, with its moments."""
        assert self.value.net_win is not None
        return self.value.net_win

    @property
    def expected_value(self) -> Fraction:
        """The expected total net win."""
        return self.net_win.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the total net win, covariances included."""
        return self.net_win.variance

    @property
    def sd(self) -> str:
        """The standard deviation, a decimal text of 10 significant digits."""
        return self.net_win.sd

    @property
    def expected_rolls(self) -> Fraction:
        """The rolls until all is over."""
        return self.value.expected_rolls

    @property
    def house_edge(self) -> HouseEdge:
        """The edges over the total of the stakes; with odds, over the action."""
        assert self.value.house_edge is not None
        return self.value.house_edge


def portfolio(
    stakes: Sequence[tuple[str, Number] | Item], query: Query, until: str = "all-decided"
) -> Portfolio:
    """Return what the bets of *stakes* are worth, made together and once each.

    Args:
        stakes: names of bets with the amounts staked on them, or items.
        query: rules, prices and placing; of a text with several readings the usual one is taken
            unless one is asked for.
        until: ``roll`` (what is undecided after one roll is taken down) or ``all-decided``.

    Raises:
        UnknownNameError: a bet has no such name.
        NumberError: a stake is no amount above 0.
        RuleError: a bet is not authorised or has no price, or they cannot be made together.

    >>> doey_dont = portfolio([("pass", 10), ("dont-pass", 10)], Query())
    >>> doey_dont.house_edge.per_bet_made
    Fraction(1, 72)
    """
    if until not in UNTIL:
        raise NumberError(f"until {until!r}; it can be {' or '.join(UNTIL)}", code="unknown-name")
    items, query = with_files([staked(Item(*stake)) for stake in stakes], query)
    query = replace(query, reading=query.reading or "usual")
    items = _merged(items, query)
    where = _where(items, query)
    query = replace(query, placing=replace(query.placing, where=where))
    asked = [_model(item, query) for item in items]
    paytable = paytable_for(asked, query)
    parts = [
        Part(_answer(item, pair, query, paytable), item)
        for item, pair in zip(items, asked, strict=True)
    ]
    solved = [part.answer.model for part in parts]
    together = Together(tuple(solution.automaton for solution in solved), until == "roll")
    placing, never_on = (
        query.placing,
        frozenset[int]().union(*(solution.never_on for solution in solved)),
    )
    where = where or solved[0].where
    start = start_of(together, where, placing.dice, table_of(query.rules), never_on)
    chain = explore(together, start, placing.dice, limit=placing.max_states, solver=placing.solver)
    value, means = _valued(parts, solve(chain))
    parts = [replace(part, expected_value=mean) for part, mean in zip(parts, means, strict=True)]
    return Portfolio(tuple(parts), until, value, chain, query, paytable)


def _merged(items: Iterable[Item], query: Query) -> list[Item]:
    """Return each bet by its id once with its stake; stakes on one bet are added up."""
    merged, amounts = dict[str, Item](), dict[str, Fraction]()
    for item in items:
        assert item.stake is not None
        amount = as_fraction(item.stake, f"the stake on {item.bet}")
        if amount <= 0:
            raise RangeError(f"the stake on {item.bet} is {exact(amount)}; it must be above 0")
        bet, _ = query.rules.find(item.bet)
        name = item.named(bet.id)
        amounts[name] = amounts.get(name, Fraction(0)) + amount
        merged[name] = Item(bet.id, amounts[name], item.options)
    return list(merged.values())


def _model(item: Item, query: Query) -> Model:
    (part,) = models([item.bet], item.asked(query))
    return part


def _answer(item: Item, model: Model, query: Query, paytable: Paytable) -> Valued:
    """Return the bet of *item* on its own.

    Raises:
        RuleError: it has no price, takes no odds, or its ticket cannot be paid.
    """
    asked = item.asked(query)
    if asked.prices or asked.vig:
        paytable = paytable_for([model], replace(asked, paytable=paytable))
    key = item.options.get("key")
    ticket = replace(
        query.ticket,
        stake=Fraction(item.stake or 0),
        given=True,
        key=query.rules.catalogue.find(key).id if key else None,
    )
    answer = solve_model(model, asked.odds, query.store).answer(paytable, ticket)
    if not answer.value.priced:
        raise RuleError(f"{model.bet.id} has no price in {paytable.id}", code="no-price")
    return answer


_ANY_TIME = ("any", "unstated")


def _where(items: Sequence[Item], query: Query) -> str | None:
    """Return where the table stands when all bets can be made; None where it does not matter.

    Raises:
        RuleError: some bets are made before the come-out roll, others only after it.
    """
    if query.placing.where is not None or not query.rules.come_out:
        return query.placing.where
    asked = [_model(item, query) for item in items]
    needed: dict[str, Model] = {
        model.where: model
        for model in asked
        if model.wager.when not in _ANY_TIME and not model.never_on
    }
    if len(needed) < 2:
        return next(iter(needed), "on" if any(model.never_on for model in asked) else "come-out")
    if points := {where for where, need in needed.items() if need.stands == where}:
        needed = {where: need for where, need in needed.items() if where != "on"}
        if len(needed) == 1:
            return points.pop()
    if "come-out" in needed:
        before, after = needed.pop("come-out"), next(iter(needed.values()))
        raise RuleError(
            f"{before.bet.id} is made before the come-out roll and {after.bet.id} after it: they"
            " cannot be made at the same time",
            code="conflict",
        )
    if len(points) > 1:
        raise RuleError(
            f"the table has one point, and bets stand on {' and '.join(sorted(points))}",
            code="conflict",
        )
    return points.pop() if points else "on"


def _valued(parts: Sequence[Part], solution: Solution) -> tuple[Value, list[Fraction]]:
    """Return what all bets are worth together, and the expected net win of each."""
    nets, means = list[Fraction](), [Fraction(0)] * len(parts)
    staked = sum((part.answer.ticket.stake for part in parts), Fraction(0))
    outlay = sum((part.outlay * part.answer.ticket.stake for part in parts), Fraction(0))
    returned = outlay_back = added = added_back = Fraction(0)
    for joint, probability in solution.probabilities.items():
        ends = list(zip(parts, joint.parts, strict=True))
        amounts = [part.net(ended) for part, ended in ends]
        nets.append(sum(amounts, Fraction(0)))
        means = [mean + probability * net for mean, net in zip(means, amounts, strict=True)]
        for part, ended in ends:
            odds = part.odds(ended)
            returned += probability * part.returned(ended)
            outlay_back += probability * part.returned(ended) * part.outlay
            added += probability * odds
            added_back += probability * odds * odds_returned(ended)
    bases = [Basis("stakes", staked, returned)]
    if any(part.answer.schedule for part in parts):
        bases.insert(0, Basis("action", staked + added, returned + added_back))
    if outlay != staked:
        bases.append(Basis("outlay", outlay, outlay_back))
    return weigh(solution.probabilities, nets, solution.expected_rolls, tuple(bases)), means
