"""Playing a plan: what each roll does to table and bets, and what the rules then do.

A state stands before a roll, after the decision: the point, the bets that are up, the counters.
Nothing else is remembered, so that states are few.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from oddscalc._ask.query import true_odds_of
from oddscalc._bets.automaton import WIN, Outcome, State
from oddscalc._bets.compile import number_against_seven, parts_of
from oddscalc._bets.line import COME_OUT
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._chain.model import table_of
from oddscalc._dice.dice import Roll
from oddscalc._exact.numbers import exact
from oddscalc._money.pay import pay, pay_bundle
from oddscalc._money.ticket import Ticket
from oddscalc._questions.plans.language import ALWAYS, MONEY, Action
from oddscalc._questions.plans.plan import EVERY, Plan, PlannedBet
from oddscalc.errors import ChainError, RuleError

NOTHING = Fraction(0)
WORDS = {"win": "won", "lose": "lost", "push": "pushed"}


class Up(NamedTuple):
    """A bet that is up.

    ``bet`` is its id, ``state`` that of its automaton, ``switch`` whether the player has turned it
    on or off; None leaves it to the rule of the bet.
    """

    bet: str
    state: State
    stake: Fraction
    odds: Fraction = NOTHING
    switch: bool | None = None

    def __hash__(self) -> int:
        """Return a hash without that of a Fraction, which takes long."""
        return hash((self.bet, self.state, self.stake.numerator, self.odds.numerator, self.switch))


class Standing(NamedTuple):
    """Where a plan stands before a roll."""

    point: int | None
    up: tuple[Up, ...]
    counters: tuple[int, ...]
    net: Fraction = NOTHING
    stopped: bool = False

    def __hash__(self) -> int:
        """Return a hash without that of a Fraction."""
        return hash((self.point, self.up, self.counters, self.net.numerator, self.stopped))


class Money(NamedTuple):
    """What one roll and the decision after it bring: amounts of money."""

    net: Fraction = NOTHING
    decided: Fraction = NOTHING
    pushed: Fraction = NOTHING
    put_up: Fraction = NOTHING

    def __hash__(self) -> int:
        """Return a hash without that of a Fraction."""
        return hash((self.net.numerator, self.decided.numerator, self.put_up.numerator))


NO_MONEY = Money()

_ROLLED = frozenset({ALWAYS})

_ENDLESS = 500
"""How many times the greatest amount that a plan names a stake may become."""


class Settled(NamedTuple):
    """What a roll does to one bet: what is left of it, the money, and what happened."""

    left: Up | None
    money: Money
    events: tuple[str, ...]


class Play:
    """The rules of a plan at the table.

    Args:
        plan: the plan.

    Raises:
        RuleError: a bet has no price.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.table: CrapsTable = table_of(plan.book)
        self._kinds = {bet.bet.id: bet.kind for bet in plan.bets.values()}
        self._settled: dict[tuple[Up, bool], tuple[Up, dict[Roll, Settled]]] = {}
        self._last: tuple[Standing | None, list[tuple[Up, dict[Roll, Settled]]]] = None, []
        self._nets: dict[tuple[str, Outcome, Fraction], tuple[Fraction, Fraction]] = {}
        self._decided: dict[tuple[Standing, frozenset[str]], tuple[Standing, Fraction]] = {}

    def begin(self) -> tuple[Standing, Fraction]:
        """Return where a hand begins, and what is put up for its first roll."""
        counters = tuple(counter.start for counter in self.plan.counters.values())
        return self.decide(Standing(COMING_OUT, (), counters), frozenset({"hand", ALWAYS}))

    def effect(self, roll: Roll) -> Hashable:
        """Return a name for what *roll* does to table and bets."""
        bets = (bet.automaton.effect(roll) for bet in self.plan.bets.values())
        return (self.table.effect(roll), *bets)

    def roll(self, standing: Standing, roll: Roll) -> tuple[Standing, Money, frozenset[str]]:
        """Return what *roll* leaves before the next decision, its money, and what happened.

        Where nothing happens it is *standing* itself that is left.
        """
        coming_out = standing.point is COMING_OUT
        left, events = list[Up](), {ALWAYS}
        net = decided = pushed = NOTHING
        idle = True
        for up, moves in self._known(standing):
            settled = moves.get(roll)
            if settled is None:
                settled = moves[roll] = self._settle(up, roll, coming_out=coming_out)
            if settled.left is not None:
                left.append(settled.left)
            idle = idle and settled.left is up
            if settled.money is not NO_MONEY:
                events.update(settled.events)
                net += settled.money.net
                decided += settled.money.decided
                pushed += settled.money.pushed
                idle = False
        point = self.table.after(standing.point, roll)
        if idle and point == standing.point:
            return standing, NO_MONEY, _ROLLED
        if coming_out and point is not COMING_OUT:
            events.add("point set")
        elif self.table.seven_out(standing.point, roll):
            events.add("seven-out")
        elif not coming_out and point is COMING_OUT:
            events.add("point made")
        known = standing.net + net if self.plan.knows_net else NOTHING
        after = Standing(point, tuple(left), standing.counters, known, standing.stopped)
        return after, Money(net, decided, pushed), frozenset(events)

    def _known(self, standing: Standing) -> list[tuple[Up, dict[Roll, Settled]]]:
        """Return the bets that are up, each with what is known of what rolls do to it."""
        if self._last[0] is not standing:
            coming_out = standing.point is COMING_OUT
            known = [self._settled.setdefault((up, coming_out), (up, {})) for up in standing.up]
            self._last = standing, known
        return self._last[1]

    def next_decision(self, before: Standing, events: frozenset[str]) -> tuple[Standing, Fraction]:
        """Return what ``decide`` does; after a seven-out, at the beginning of the next hand.

        What the last roll of the old hand has brought is gone through first.
        """
        if "seven-out" not in events:
            return self.decide(before, events)
        over, first = self.decide(before, events - {ALWAYS})
        after, second = self.decide(over, frozenset({"hand", ALWAYS}))
        return after, first + second

    def decide(self, before: Standing, events: frozenset[str]) -> tuple[Standing, Fraction]:
        """Return *before* with what the rules do on *events*, and what is put up for that.

        Raises:
            RuleError: a rule does what may not be done.
        """
        key = before, events
        decision = self._decided.get(key)
        if decision is None:
            decision = self._decided[key] = Decision(self, before, events).result()
        return decision

    def _settle(self, up: Up, roll: Roll, *, coming_out: bool) -> Settled:
        """Return what *roll* does to one bet and the odds behind it."""
        planned = self.plan.bets[up.bet]
        after = planned.automaton.step(up.state, roll)
        asleep = coming_out and up.switch is None
        works = planned.line is not None or (
            up.switch is not False and not (asleep and not planned.working)
        )
        if not isinstance(after, Outcome):
            moves = works and after != up.state
            return Settled(up._replace(state=after) if moves else up, NO_MONEY, ())
        odds_work = up.switch is not False and not (asleep and not planned.odds_working)
        net = decided = pushed = NOTHING
        left: Up | None = up
        events: tuple[str, ...] = ()
        if works:
            net, back = self._net(planned, after, up.stake)
            decided, pushed = up.stake * (1 - back), up.stake * back
            stays = planned.stays and after.result == "win"
            left = up._replace(state=planned.automaton.start(COMING_OUT)) if stays else None
            events = (f"{WORDS[after.result]} {up.bet}",)
        if up.odds and (works or odds_work):
            if odds_work and after.result != "push":
                decided += up.odds
                net += self._odds_net(planned, up, after)
            else:
                pushed += up.odds
            left = left and left._replace(odds=NOTHING)
        money = Money(net, decided, pushed) if works or left is not up else NO_MONEY
        return Settled(left, money, events)

    def _net(
        self, planned: PlannedBet, outcome: Outcome, stake: Fraction
    ) -> tuple[Fraction, Fraction]:
        """Return the net win in money, and the share of the stake that comes back undecided.

        What nets nothing comes back whole: in money that is a push.
        """
        key = planned.bet.id, outcome, stake
        known = self._nets.get(key)
        if known is None:
            ticket = Ticket(stake, self.plan.query.ticket.unit, self.plan.query.ticket.rounding)
            bet, book = planned.bet, self.plan.book
            if bet.kind == "bundle":
                parts = parts_of(bet.rule, book.catalogue)
                paid = pay_bundle(
                    bet.id, parts, [outcome], self.plan.paytable, self._true_odds, ticket
                )
            else:
                paid = pay(bet.id, [outcome], self.plan.paytable, self._true_odds, ticket)
            if paid.nets[0] is None:
                raise RuleError(
                    f"{bet.id} ({outcome}) has no price in {self.plan.paytable.id}", code="no-price"
                )
            back = Fraction(1) if paid.nets[0] == 0 else paid.returned[0]
            known = self._nets[key] = paid.nets[0] * stake, back
        return known

    def _odds_net(self, planned: PlannedBet, up: Up, outcome: Outcome) -> Fraction:
        if outcome.result == "lose":
            return -up.odds
        ticket = Ticket(up.odds, self.plan.query.ticket.unit, self.plan.query.ticket.rounding)
        bet = self.odds_bet(planned, up)
        paid = pay(bet, [WIN], self.plan.paytable, self._true_odds, ticket)
        if paid.nets[0] is None:
            raise RuleError(f"{bet} has no price in {self.plan.paytable.id}", code="no-price")
        return paid.nets[0] * up.odds

    def greatest_net(self, planned: PlannedBet) -> Fraction:
        """Return the greatest net win of a bet per unit of stake."""
        nets = (
            self._net(planned, outcome, Fraction(1))[0] for outcome in planned.automaton.outcomes
        )
        return max(nets)

    def odds_bet(self, planned: PlannedBet, up: Up) -> str:
        """Return the id of the odds behind a bet that stands on a number."""
        against = planned.line is not None and planned.line.against
        return f"{'lay-odds' if against else 'odds'}-{self.number_of(up)}"

    def _true_odds(self, bet: str) -> Fraction:
        return true_odds_of(self.plan.book.catalogue[bet], self.plan.book.catalogue)

    def number_of(self, up: Up) -> int | None:
        """Return the number that a line or put bet stands on; None if it has none yet."""
        planned = self.plan.bets[up.bet]
        if planned.line is not None:
            return None if up.state == COME_OUT else int(up.state)
        return number_against_seven(planned.bet) if planned.kind == "put" else None

    @cached_property
    def _most(self) -> Fraction:
        """A stake that only pressing without end can reach."""
        actions = [action for rule in self.plan.rules for action in rule.actions]
        amounts = [
            amount for action in actions for amount in (action.amount, action.most) if amount
        ]
        stakes = [stake for bet in self.plan.bets.values() for stake in bet.stakes]
        return _ENDLESS * max([*amounts, *stakes, Fraction(1)])

    def refuse_endless(self, standing: Standing) -> None:
        """Refuse a stake that grows without end.

        Raises:
            ChainError: one has grown so far that nothing seems to bound it.
        """
        for up in standing.up:
            if up.stake > self._most:
                raise ChainError(
                    f"the stake of {up.bet} grows without end, beyond {exact(self._most)};"
                    f" bound it: 'press {up.bet} by STAKE to STAKE'",
                    code="too-many-states",
                )

    @cached_property
    def counter_names(self) -> tuple[str, ...]:
        """The counters, in the order of their values in a standing."""
        return tuple(self.plan.counters)


@dataclass
class Decision:
    """One decision before a roll, while the rules are gone through.

    Args:
        play: the plan at the table.
        before: what the last roll has left.
        events: what has happened since the last decision.

    Attributes:
        fired: the rules whose events and conditions were met, once they have been gone through.
    """

    play: Play
    before: Standing
    events: frozenset[str]

    def __post_init__(self) -> None:
        self.point = self.before.point
        self.bets = {(up.bet, up.state): up for up in self.before.up}
        self.counters = dict(zip(self.play.counter_names, self.before.counters, strict=True))
        self.stopped = self.before.stopped and "hand" not in self.events
        self.fired: list[str] = []
        self.net = NOTHING if "hand" in self.events else self.before.net

    def result(self) -> tuple[Standing, Fraction]:
        """Go through the rules; return where the plan stands then, and what was put up."""
        staked = dict(self.bets)
        plan = self.play.plan
        for name, counter in plan.counters.items():
            if counter.resets & self.events:
                self.counters[name] = counter.start
        for rule in plan.rules:
            if not self.stopped and rule.events & self.events and rule.condition.holds(self):
                self.fired.append(rule.text)
                for action in rule.actions:
                    if action.condition.holds(self):
                        self._do_of(rule.text, action)
        put_up = NOTHING
        for key, up in self.bets.items():
            before = staked.get(key)
            if before is None:
                put_up += up.stake + up.odds
            elif before is not up:
                put_up += max(up.stake - before.stake, NOTHING) + max(
                    up.odds - before.odds, NOTHING
                )
        order = sorted(self.bets.values(), key=lambda up: (up.bet, str(up.state)))
        counters = tuple(self.counters.values())
        return Standing(self.point, tuple(order), counters, self.net, self.stopped), put_up

    # --- what conditions ask

    def up(self, kind: str) -> int:
        """Return how many bets of a kind or id are up."""
        kinds = self.play._kinds
        return sum(1 for bet, _ in self.bets if kind in (bet, kinds[bet], EVERY))

    def covers(self, number: int) -> bool:
        """Return whether a pass, come or put bet stands on *number*."""
        return any(self.play.number_of(up) == number for up in self.bets.values())

    def counter(self, name: str) -> Fraction:
        """Return the value of a counter, or one of the hand's ``MONEY``."""
        if name == "rack":
            return self.net - sum((up.stake + up.odds for up in self.before.up), NOTHING)
        if name in MONEY:
            return self.net
        return Fraction(self.counters[name])

    # --- what actions do

    def _do_of(self, rule: str, action: Action) -> None:
        try:
            self._do(action)
        except RuleError as error:
            raise error.at(f"rule {rule!r}") from None

    def _do(self, action: Action) -> None:
        if action.verb == "stop":
            self.stopped = True
        elif action.verb in ("count", "reset"):
            counter = self.play.plan.counters[action.counter]
            value = self.counters[action.counter]
            self.counters[action.counter] = (
                counter.counted(value, int(action.amount or 0))
                if action.verb == "count"
                else counter.start
            )
        else:
            for bet in action.bets:
                self._to_bet(self.play.plan.bets[bet], action)

    def _to_bet(self, planned: PlannedBet, action: Action) -> None:
        if action.verb == "make":
            self._make(planned, action.amount)
            return
        standing = [up for (bet, _), up in self.bets.items() if bet == planned.bet.id]
        if action.verb == "set" and not standing:
            self._make(planned, action.amount)
        for up in standing:
            if action.verb == "down":
                self._change(planned, up, NOTHING)
            elif action.verb in ("on", "off"):
                self.bets[up.bet, up.state] = up._replace(switch=action.verb == "on")
            elif action.verb == "odds":
                self._odds(planned, up, action)
            elif action.verb == "set":
                self._change(planned, up, action.amount or NOTHING)
            elif action.verb == "press":
                stake = up.stake + (action.amount or NOTHING)
                most = stake if action.most is None else max(action.most, up.stake)
                self._change(planned, up, min(stake, most))

    def _make(self, planned: PlannedBet, amount: Fraction | None) -> None:
        """Put a bet up, unless it is up already or may not be made now."""
        if not self._may_be_made(planned):
            return
        if amount is None:
            level = self.counters[planned.level] if planned.level else 0
            if not 0 <= level < len(planned.stakes):
                raise RuleError(
                    f"{planned.bet.id} has {len(planned.stakes)} stakes, none for"
                    f" {planned.level} = {level}",
                    code="no-stake",
                )
            amount = planned.stakes[level]
        if amount:
            state = planned.automaton.start(self.point)
            self.bets[planned.bet.id, state] = Up(planned.bet.id, state, amount)

    def _may_be_made(self, planned: PlannedBet) -> bool:
        on = self.point is not COMING_OUT
        now = {
            "any": True,
            "unstated": True,
            "come-out": not on,
            "after-come-out": on,
            "new-shooter": "hand" in self.events,
            "point": False,
        }[planned.when]
        state = planned.automaton.start(self.point)
        alone = planned.line is None or planned.when == "come-out"
        taken = self.up(planned.bet.id) > 0 if alone else (planned.bet.id, state) in self.bets
        return now and not taken

    def _change(self, planned: PlannedBet, up: Up, stake: Fraction) -> None:
        """Give a bet another stake; without one it is taken down, with the odds behind it."""
        line = planned.line
        if line is not None and up.state != COME_OUT:
            wrong = "lowered or taken down" if not line.against else "raised"
            if (stake < up.stake) if not line.against else (stake > up.stake):
                raise RuleError(
                    f"{up.bet} may not be {wrong} once its point stands", code="wrong-time"
                )
        if stake:
            self.bets[up.bet, up.state] = up._replace(stake=stake)
        else:
            del self.bets[up.bet, up.state]

    def _odds(self, planned: PlannedBet, up: Up, action: Action) -> None:
        number = self.play.number_of(up)
        if number is None or action.schedule is None:
            return
        against = planned.line is not None and planned.line.against
        true_odds = self.play._true_odds(self.play.odds_bet(planned, up))
        multiple = action.schedule.multiple(number, dark=against, true_odds=true_odds)
        self.bets[up.bet, up.state] = up._replace(odds=up.stake * multiple)
