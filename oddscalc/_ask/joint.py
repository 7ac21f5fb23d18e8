"""Several bets made together: the joint distribution of their net win.

Expected values add up, variances do not: the bets are decided by the same rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._ask.query import Answer, Query, models, prepare
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.together import TAKEN_DOWN, Together
from oddscalc._chain.chain import Chain, explore
from oddscalc._chain.model import Model, start_of, table_of
from oddscalc._chain.solve import Solution, solve
from oddscalc._exact.numbers import as_fraction, exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.valuation import Basis, HouseEdge, Value, weigh
from oddscalc.errors import NumberError, RangeError, RuleError

UNTIL = ("roll", "all-decided")


@dataclass(frozen=True)
class Part:
    """One bet of a portfolio.

    Args:
        answer: the bet on its own, with its ticket.
        expected_value: its share of the portfolio's, in money.
    """

    answer: Answer
    expected_value: Fraction

    def net(self, ended: Outcome) -> Fraction:
        """Return the net win in money when the bet has *ended* so; nothing if it is taken down."""
        nets = {payoff.outcome: payoff.net for payoff in self.answer.value.payoffs}
        return (nets.get(ended) or Fraction(0)) * self.answer.ticket.stake


@dataclass(frozen=True)
class Portfolio:
    """What bets made together are worth, in money.

    Args:
        parts: the bets.
        until: ``roll`` or ``all-decided``.
        value: what they are worth together; its basis is the ``stakes``.
        chain: the chain of all bets together.
    """

    parts: tuple[Part, ...]
    until: str
    value: Value
    chain: Chain

    @property
    def staked(self) -> Fraction:
        """The total of the stakes."""
        return self.value.bases[0].amount

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
        """The edges over the total of the stakes."""
        assert self.value.house_edge is not None
        return self.value.house_edge


def portfolio(
    stakes: Sequence[tuple[str, Fraction | int | str]], query: Query, until: str = "all-decided"
) -> Portfolio:
    """Return what the bets of *stakes* are worth, made together and once each.

    Args:
        stakes: names of bets with the amounts staked on them.
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
    query = replace(query, reading=query.reading or "usual")
    amounts = _amounts(stakes, query)
    placing = replace(query.placing, where=_where(list(amounts), query))
    query = replace(query, placing=placing)
    solved, paytable = prepare(list(amounts), query)
    answers = []
    for one in solved:
        ticket = replace(query.ticket, stake=amounts[one.model.bet.id], given=True)
        answers.append(one.answer(paytable, ticket))
        if not answers[-1].value.priced:
            raise RuleError(f"{one.model.bet.id} has no price in {paytable.id}", code="no-price")
    together = Together(tuple(one.model.automaton for one in solved), until == "roll")
    where = placing.where or answers[0].model.where
    start = start_of(together, where, placing.dice, table_of(query.rules))
    chain = explore(together, start, placing.dice, limit=placing.max_states, solver=placing.solver)
    return _valued(answers, chain, solve(chain), until)


def _amounts(
    stakes: Sequence[tuple[str, Fraction | int | str]], query: Query
) -> dict[str, Fraction]:
    """Return the stake on each bet, by id; stakes on one bet are added up."""
    amounts: dict[str, Fraction] = {}
    for name, given in stakes:
        amount = as_fraction(given, f"the stake on {name}")
        if amount <= 0:
            raise RangeError(f"the stake on {name} is {exact(amount)}; it must be above 0")
        bet, _ = query.rules.find(name)
        amounts[bet.id] = amounts.get(bet.id, Fraction(0)) + amount
    return amounts


def _where(bets: Sequence[str], query: Query) -> str | None:
    """Return where the table stands when all bets can be made; None where it does not matter.

    Raises:
        RuleError: some bets are made before the come-out roll, others only after it.
    """
    if query.placing.where is not None or not query.rules.come_out:
        return query.placing.where
    asked = [one for bet in bets for one in models([bet], query)]
    needed: dict[str, Model] = {one.where: one for one in asked if one.wager.when != "any"}
    if len(needed) < 2:
        return next(iter(needed), "come-out")
    if "come-out" in needed:
        before, after = needed.pop("come-out"), next(iter(needed.values()))
        raise RuleError(
            f"{before.bet.id} is made before the come-out roll and {after.bet.id} after it: they"
            " cannot be made at the same time",
            code="conflict",
        )
    return "on"


def _valued(answers: Sequence[Answer], chain: Chain, solution: Solution, until: str) -> Portfolio:
    money = [
        {payoff.outcome: payoff.net * answer.ticket.stake for payoff in answer.value.payoffs
         if payoff.net is not None} | {TAKEN_DOWN: Fraction(0)}
        for answer in answers
    ]  # fmt: skip
    means = [Fraction(0)] * len(answers)
    nets, returned = list[Fraction](), Fraction(0)
    for joint, probability in solution.probabilities.items():
        amounts = [table[ended] for table, ended in zip(money, joint.parts, strict=True)]
        nets.append(sum(amounts, Fraction(0)))
        for number, (answer, ended) in enumerate(zip(answers, joint.parts, strict=True)):
            means[number] += probability * amounts[number]
            if ended.result == "push":
                returned += probability * answer.ticket.stake
    parts = tuple(Part(answer, mean) for answer, mean in zip(answers, means, strict=True))
    staked = sum((answer.ticket.stake for answer in answers), Fraction(0))
    stakes = (Basis("stakes", staked, returned),)
    value = weigh(solution.probabilities, nets, solution.expected_rolls, stakes)
    return Portfolio(parts, until, value, chain)
