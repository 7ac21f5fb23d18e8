"""Answering a query: the value of every reading of the wagers asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import Bet, Catalogue
from oddscalc._bets.compile import can_be_off, compile_bet, is_put, line_of, parts_of
from oddscalc._bets.line import Line
from oddscalc._bets.odds import WithOdds, odds_returned, point_of
from oddscalc._bets.table import COMING_OUT, CrapsTable, points_of
from oddscalc._chain.chain import Chain, Solver, explore
from oddscalc._chain.model import Model, Placing, model, table_of
from oddscalc._chain.solutions import kept, solution_of
from oddscalc._chain.solve import Solution
from oddscalc._chain.store import Store
from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import exact
from oddscalc._money.commission import Commission
from oddscalc._money.given import GivenPrice, with_given_prices
from oddscalc._money.pay import OddsBet, Paid, pay, pay_bundle, pay_with_odds
from oddscalc._money.paytable import Paytable
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.ticket import ANY, Ticket
from oddscalc._money.valuation import Basis, Value, weigh
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules.rulebook import Reading, Rulebook, Wager
from oddscalc.errors import BarePriceError, RuleError, UnknownNameError, UnpayableError


@dataclass(frozen=True)
class Query:
    """What is asked, apart from the bets.

    Args:
        rules: the rulebook.
        paytable: the paytable; the rulebook's own by default, or else ``customary``.
        reading: the name of the only reading wanted; None for all.
        placing: how the bet is placed.
        prices: prices that replace the paytable's.
        vig: commissions that replace the paytable's: none, or one for every bet asked.
        odds: the odds behind line bets.
        ticket: the stake and how it is paid.
        store: where solutions are kept between runs, if anywhere.
    """

    rules: Rulebook = field(default_factory=lambda: rulebooks.shipped("standard"))
    paytable: Paytable | None = None
    reading: str | None = None
    placing: Placing = field(default_factory=Placing)
    prices: tuple[GivenPrice, ...] = ()
    vig: tuple[Commission | None, ...] = ()
    odds: OddsSchedule | None = None
    ticket: Ticket = ANY
    store: Store | None = None


@dataclass(frozen=True)
class Valued:
    """The value of one reading of one wager.

    Args:
        model: what was solved.
        paytable: what it was valued against.
        paid: what each outcome pays.
        value: what the bet is worth.
        ticket: the stake and how it is paid.
        schedule: the odds behind a line bet, as given; None without odds.
        odds: the odds bet on each point.
    """

    model: Model
    paytable: Paytable
    paid: Paid
    value: Value
    ticket: Ticket = ANY
    schedule: OddsSchedule | None = None
    odds: Mapping[int, OddsBet] = field(default_factory=dict)

    @property
    def solved(self) -> Solved:
        """What this was valued from, to be valued at other prices and stakes."""
        chances = {payoff.outcome: payoff.probability for payoff in self.value.payoffs}
        return Solved(self.model, Solution(chances, self.value.expected_rolls), self.schedule)


@dataclass(frozen=True)
class Solved:
    """A model with its solution, from which any paytable and stake is answered."""

    model: Model
    solution: Solution
    odds: OddsSchedule | None = None
    store: Store | None = None

    def answer(self, paytable: Paytable, ticket: Ticket = ANY) -> Valued:
        """Return the value under *paytable* of a *ticket*.

        Raises:
            RuleError: the ticket cannot be paid, or a commission needs a stake.
        """
        asked, outcomes = self.model, list(self.solution.probabilities)
        odds: Mapping[int, OddsBet] = {}
        if self.odds is not None:
            odds = self._odds_bets()
            paid = pay_with_odds(asked.bet.id, odds, outcomes, paytable, self.true_odds, ticket)
        elif asked.bet.kind == "bundle":
            parts = parts_of({**asked.bet.rule, **asked.reading.rule}, asked.rules.catalogue)
            paid = pay_bundle(asked.bet.id, parts, outcomes, paytable, self.true_odds, ticket)
        else:
            paid = pay(asked.bet.id, outcomes, paytable, self.true_odds, ticket)
        bases = self._bases(paid, odds)
        value = weigh(self.solution.probabilities, paid.nets, self.solution.expected_rolls, bases)
        return Valued(asked, paytable, paid, value, ticket, self.odds, odds)

    def true_odds(self, bet: str) -> Fraction:
        """Return lose : win of *bet* with fair dice, working at all times."""
        alone = self.odds is None and self.model.stands is None
        if bet == self.model.bet.id and self.model.dice == Dice.fair() and alone:
            return _odds_against(self.solution.probabilities)
        catalogue = self.model.rules.catalogue
        return true_odds_of(catalogue[bet], catalogue, self.store, self.model.placing.solver)

    def _bases(self, paid: Paid, odds: Mapping[int, OddsBet]) -> tuple[Basis, ...]:
        chances = self.solution.probabilities.values()
        push = sum((p * x for p, x in zip(chances, paid.returned, strict=True)), Fraction(0))
        stake = Basis("stake", Fraction(1), push)
        if self.odds is not None:
            action, returned = Fraction(1), push
            for outcome, probability in self.solution.probabilities.items():
                point = point_of(outcome)
                if point is not None:
                    action += probability * odds[point].multiple
                    returned += probability * odds[point].multiple * odds_returned(outcome)
            return Basis("action", action, returned), stake
        if paid.outlay != 1:
            return stake, Basis("outlay", paid.outlay, paid.outlay * push)
        return (stake,)

    def _odds_bets(self) -> dict[int, OddsBet]:
        """Return the odds bet on each point; the rulebook must authorise those that are made.

        Raises:
            RuleError: it does not.
        """
        assert self.odds is not None
        assert isinstance(self.model.automaton, WithOdds)
        line = self.model.automaton.line
        bets = {}
        for point in line.points:
            bet = f"lay-odds-{point}" if line.against else f"odds-{point}"
            if bet not in self.model.rules.catalogue:
                raise RuleError(f"there is no odds bet on {point}", code="no-odds")
            multiple = self.odds.multiple(point, dark=line.against, true_odds=self.true_odds(bet))
            if multiple:
                self.model.rules.wager(bet)
            bets[point] = OddsBet(bet, multiple)
        return bets


def ask(names: Sequence[str], query: Query) -> list[Valued]:
    """Return one answer for each reading of each bet called one of *names*.

    Raises:
        UnknownNameError: a bet, reading or outcome has no such name.
        RuleError: a bet is not authorised, impossible, or may not be placed or paid like this.
        BarePriceError: a price given as a bare number; the message has both readings' edges.
    """
    solved, paytable = prepare(names, query)
    return [solution.answer(paytable, query.ticket) for solution in solved]


@dataclass(frozen=True)
class Refused:
    """A stake that cannot be paid."""

    solved: Solved
    stake: Fraction
    reason: str


def over_stakes(
    names: Sequence[str], query: Query, stakes: Sequence[Fraction]
) -> list[Valued | Refused]:
    """Return the answers of ``ask`` for each of *stakes*, all from one solution.

    Raises:
        UnknownNameError, RuleError, BarePriceError: as ``ask``.
    """
    solved, paytable = prepare(names, query)
    rows: list[Valued | Refused] = []
    for solution in solved:
        for stake in stakes:
            ticket = replace(query.ticket, stake=stake, given=True)
            try:
                rows.append(solution.answer(paytable, ticket))
            except UnpayableError as error:
                rows.append(Refused(solution, stake, str(error)))
    return rows


def prepare(names: Sequence[str], query: Query) -> tuple[list[Solved], Paytable]:
    """Return the solved models and the paytable of a query, to be asked for several stakes.

    Raises:
        UnknownNameError, RuleError, BarePriceError: as ``ask``.
    """
    asked, paytable = priced_models(names, query)
    solved = [
        Solved(model, solution_of(model, query.store), query.odds, query.store) for model in asked
    ]
    return solved, paytable


def priced_models(names: Sequence[str], query: Query) -> tuple[list[Model], Paytable]:
    """Return the models of a query, which nothing has solved yet, and their paytable.

    Raises:
        UnknownNameError, RuleError, BarePriceError: as ``ask``.
    """
    asked = models(names, query)
    paytable = paytable_for(asked, query)
    return [told_by_point(model) if query.odds else model for model in asked], paytable


def paytable_for(asked: Sequence[Model], query: Query) -> Paytable:
    """Return the paytable of a query, with the prices and commissions given for what is *asked*.

    Raises:
        UnknownNameError, BarePriceError: as ``ask``.
    """
    bets = {model.bet.id: model.bet for model in asked}
    try:
        paytable = _paytable(query, bets.values())
    except BarePriceError as error:
        raise _with_edges(error, list(bets), query) from None
    return _with_vig(paytable, query, bets)


def models(names: Sequence[str], query: Query) -> list[Model]:
    """Return one model for each reading of each bet called one of *names*.

    Raises:
        UnknownNameError: a bet or reading has no such name.
        RuleError: a bet is not authorised, impossible, or may not be placed like this.
    """
    pairs = [query.rules.find(name) for name in names]
    return [
        model(query.rules, bet, wager, reading, query.placing, odds=query.odds is not None)
        for bet, wager in {bet.id: (bet, wager) for bet, wager in pairs}.values()
        for reading in _readings(wager, query)
    ]


def _readings(wager: Wager, query: Query) -> Sequence[Reading]:
    """Return the readings that are asked for.

    Where the query says whether the bet works, readings that say the contrary drop out.
    """
    if query.reading is not None:
        return [wager.reading(query.reading)]
    working = query.placing.working
    readings = sorted(wager.readings, key=lambda each_reading: each_reading.defect)
    agreeing = [reading for reading in readings if reading.working in (None, "unstated", working)]
    return agreeing if working and agreeing else readings


def ask_all(query: Query) -> tuple[list[Valued], list[str]]:
    """Return the answers for every wager of the rulebook, and why some have none.

    ``working = off`` leaves alone the bets that cannot be off, a commission those that have none,
    odds all but line bets. Readings that no house could mean are for those who ask for them.
    """
    bets = {bet.id: bet for bet, wager in query.rules if not wager.impossible}
    paytable = _paytable(query, bets.values())
    priced = {bet for bet in bets if bet in paytable.pricing and paytable.pricing[bet].commission}
    paytable = _with_vig(paytable, query, priced)
    answers, left_out, without = list[Valued](), list[str](), list[str]()
    for bet, wager in query.rules:
        with_odds = bet.kind == "line" or is_put(bet)
        placing, odds = query.placing, query.odds if with_odds else None
        if placing.working == "off" and not can_be_off(bet) and odds is None:
            placing = replace(placing, working=None)
        if query.reading is not None and query.reading not in wager.reading_names:
            without.append(bet.id)
            continue
        try:
            for reading in _readings(wager, query):
                if reading.defect and query.reading is None:
                    continue
                asked = model(query.rules, bet, wager, reading, placing, odds=odds is not None)
                solved = solve_model(asked, odds, query.store)
                answers.append(solved.answer(paytable, query.ticket))
        except RuleError as error:
            left_out.append(str(error))
    if not answers and query.reading:
        raise UnknownNameError(f"no wager of {query.rules.id} has a reading {query.reading!r}")
    if without:
        left_out.append(f"{len(without)} bets that have no reading {query.reading!r}")
    return answers, left_out


def solve_model(
    asked: Model, odds: OddsSchedule | None = None, store: Store | None = None
) -> Solved:
    """Return *asked* with its exact solution, told apart by point if odds are made.

    Raises:
        RuleError: the bet is no line bet that odds can be added to.
    """
    asked = told_by_point(asked) if odds is not None else asked
    return Solved(asked, solution_of(asked, store), odds, store)


def told_by_point(asked: Model) -> Model:
    """Return the model of a line bet whose outcomes say on which point, for odds behind it.

    Raises:
        RuleError: the bet is no line bet that odds can be added to.
    """
    line = line_of(asked.bet, asked.automaton)
    if line is None:
        raise RuleError(
            f"{asked.cited} takes no odds: it is no pass, don't pass or come bet", code="no-odds"
        )
    return replace(asked, automaton=WithOdds(line, _come_table(asked, line)))


def _come_table(asked: Model, line: Line) -> CrapsTable | None:
    """Return the table if the odds behind a come bet are off on its come-out rolls."""
    if asked.wager.when != "after-come-out":
        return None
    working = asked.placing.working
    if working is None:
        bet = f"{'lay-odds' if line.against else 'odds'}-{line.points[0]}"
        working = asked.rules.wager(bet).working
    return table_of(asked.rules) if working == "off" else None


@cache
def true_odds_of(
    bet: Bet, catalogue: Catalogue, store: Store | None = None, solver: Solver = "auto"
) -> Fraction:
    """Return lose : win of *bet* with fair dice, working at all times.

    Raises:
        RuleError: it cannot win.
    """
    automaton = compile_bet(bet, catalogue)
    start, placing = {automaton.start(COMING_OUT): Fraction(1)}, Placing(solver=solver)

    def chain() -> Chain:
        return explore(automaton, start, placing.dice, solver=solver)

    return _odds_against(kept(store, automaton, start, placing, chain).probabilities)


def points_over(said: OddsSchedule, most: str, bet: Bet, catalogue: Catalogue) -> list[int]:
    """Return the points on which *said* is more odds behind a line bet than *most*."""
    dark, limit = bet.rule["side"] == "against", OddsSchedule.parse(most)

    def multiple(schedule: OddsSchedule, point: int) -> Fraction:
        odds = true_odds_of(catalogue[f"{'lay-' if dark else ''}odds-{point}"], catalogue)
        return schedule.multiple(point, dark=dark, true_odds=odds)

    points = [n for n in points_of(bet.rule["points"]) if f"odds-{n}" in catalogue]
    return [point for point in points if multiple(said, point) > multiple(limit, point)]


def _odds_against(probabilities: Mapping[Outcome, Fraction]) -> Fraction:
    """Return lose : win."""
    sums = {"win": Fraction(0), "lose": Fraction(0), "push": Fraction(0)}
    for outcome, probability in probabilities.items():
        sums[outcome.result] += probability
    if sums["win"] == 0:
        raise RuleError("a bet that cannot win has no true odds", code="impossible")
    return sums["lose"] / sums["win"]


def _paytable(query: Query, asked: Iterable[Bet]) -> Paytable:
    paytable = query.paytable or query.rules.valued_at
    bets = list(asked)
    overrides = {bet.id: query.rules.wager(bet.id).overrides for bet in bets}
    return with_given_prices(paytable, query.prices, bets, query.rules.catalogue, overrides)


def _with_vig(paytable: Paytable, query: Query, bets: Iterable[str]) -> Paytable:
    for vig in query.vig:
        for bet in bets:
            paytable = paytable.with_commission(bet, vig)
    return paytable


def _with_edges(error: BarePriceError, names: Sequence[str], query: Query) -> BarePriceError:
    """Return the error with the edge that each of the two readings of a bare price gives."""
    texts = []
    for price in error.readings:
        prices = tuple(
            replace(given, price=price) if given.price == error.text else given
            for given in query.prices
        )
        answers = ask(names, replace(query, prices=prices))
        answer = next(
            (valued for valued in answers if _priced_by(valued, error.text, query)), answers[0]
        )
        edge = answer.value.house_edge
        texts.append(f"'{price}' has an edge of {exact(edge.per_bet_made)}" if edge else "")
    suffix = f"; on {answer.model.bet.id} {' and '.join(texts)}" if all(texts) else ""
    return BarePriceError(error.text, error.readings, suffix)


def _priced_by(answer: Valued, price: str, query: Query) -> bool:
    """Return whether the bet of *answer*, or a part of it, has the bare *price*."""
    model = answer.model
    bets = {model.bet.id}
    if model.bet.kind == "bundle":
        bets |= set(parts_of({**model.bet.rule, **model.reading.rule}, model.rules.catalogue))
    meant = [given for given in query.prices if given.price == price]
    for given in meant:
        named = bets if given.bet is None else {model.rules.catalogue.find(given.bet).id} & bets
        for bet in named & answer.paytable.pricing.keys():
            keys = answer.paytable.pricing[bet].given
            if given.key in keys or given.key.removeprefix("win ") in keys:
                return True
    return False
