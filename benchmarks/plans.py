"""``python -m benchmarks --plans``: betting plans beside another program's play of the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import floor, log, log10
from time import process_time
from typing import Any

from benchmarks import machine
from benchmarks.tables import markdown
from oddscalc._dice.dice import Dice
from oddscalc._questions.plans.load import load, made
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.plan import Plan
from oddscalc._questions.plans.value import value

DIGITS = 4
"""Digits of the mean that play is to get right, within one standard error."""

GOAL_STATES, GOAL_SECONDS = 10_000, 2.0

SIZES = (4, 8, 16, 38, 64)
"""To how many units each of two place bets is pressed, where growth is measured."""

INTRODUCTION = """\
# Betting plans: exact, and played

How long the exact mean and variance of a plan take, beside the time in which
[crapssim](https://pypi.org/project/crapssim/) would play as many hands as it needs for {digits}
digits of the mean: so many that one standard error is half a unit of the last digit. Its speed is
measured on hands of the same plan; the last column says by how many standard errors its mean was
off. This page is written by `python -m benchmarks --plans`; nothing on it is written by hand.
"""

GROWTH = """\
## Growth

Place bets on 6 and 8, each pressed a unit at every hit up to so many units: the states grow with
the square of the units. Time of exploring, solving and valuing one hand, mean and variance, in
plain Python, after start-up.
"""


def strategies() -> dict[str, Callable[[], Any]]:
    """Return that program's strategies by the ids of our plans."""
    from crapssim.strategy import examples

    return {
        "place-inside": lambda: examples.PlaceInside(5),
        "pass-2-come": lambda: examples.Pass2Come(10),
        "crapssim-iron-cross": lambda: examples.IronCross(5),
        "hammer-lock": lambda: examples.HammerLock(5),
        "place-68-power-press": lambda: examples.Place68PR(6),
        "knockout": lambda: examples.Knockout(5),
        "squeeze-play": lambda: examples.SqueezePlay(),
        "buy-sampler": lambda: examples.BuySampler(25),
        "lay-sampler": lambda: examples.LaySampler(30),
    }


@dataclass(frozen=True)
class Played:
    """A plan, exact and played.

    Args:
        plan: its id.
        worth: what it brings over one hand.
        ours: seconds for that.
        rate: hands that the other program plays in a second.
        off: by how many standard errors its mean was off.
    """

    plan: str
    worth: PlanMoments
    ours: float
    rate: float
    off: float

    @property
    def hands(self) -> float:
        """How many hands give so many digits of the mean."""
        mean, variance = float(self.worth.mean), float(self.worth.variance)
        last = 10.0 ** (floor(log10(abs(mean))) - DIGITS + 1)
        return variance / (last / 2) ** 2

    @property
    def cells(self) -> list[str]:
        """The row of the table."""
        seconds = self.hands / self.rate
        return [self.plan, f"{self.worth.states:,}", f"{1000 * self.ours:,.1f} ms",
                f"{self.rate:,.0f}", f"{self.hands:.1e}", _long(seconds),
                f"{seconds / self.ours:.1e}", f"{self.off:.1f}"]  # fmt: skip


def _long(seconds: float) -> str:
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600)):
        if seconds >= size:
            return f"{seconds / size:,.1f} {unit}"
    return f"{seconds:,.0f} s"


def best(work: Callable[[], Any], times: int = 5) -> tuple[Any, float]:
    """Return what *work* returns, and its best processor time."""
    took = []
    for _ in range(times):
        begun = process_time()
        result = work()
        took.append(process_time() - begun)
    return result, min(took)


def valued(plan: Plan) -> PlanMoments:
    """Return what a plan brings over one hand."""
    worth = value(plan, Dice.fair())
    assert isinstance(worth, PlanMoments)
    return worth


def played(name: str, seconds: float) -> Played:
    """Measure one plan; the other program plays for so many *seconds*."""
    import crapssim

    worth, ours = best(lambda: valued(load(name, {})))
    random.seed(1)
    nets: list[float] = []
    begun = process_time()
    while (took := process_time() - begun) < seconds or len(nets) < 1_000:
        table = crapssim.Table(seed=len(nets))
        table.add_player(bankroll=1_000_000.0, strategy=strategies()[name]())
        table.run(max_rolls=float("inf"), max_shooter=1, verbose=False, runout=False)
        nets.append(table.players[0].total_player_cash - 1_000_000.0)
    mean, hands = sum(nets) / len(nets), len(nets)
    error = (float(worth.variance) / hands) ** 0.5
    return Played(name, worth, ours, hands / took, abs(mean - float(worth.mean)) / error)


def pressed(units: int) -> Plan:
    """Return the plan of two place bets, each pressed to so many units."""
    data = {
        "id": f"press-to-{units}",
        "title": f"Place 6 and 8, pressed to {units} units",
        "bets": [{"id": "place-{n}", "each": [6, 8], "stake": 6, "working": "off"}],
        "rules": [
            {"each": [6, 8], "on": "won place-{n}", "do": f"press place-{{n}} by 6 to {6 * units}"},
            {"if": "puck on", "do": "make place"},
        ],
    }
    return made(f"press-to-{units}", data, {})


def whole(units: int) -> tuple[int, float]:
    """Return the states of that plan as one chain, and the seconds for what it brings."""
    from oddscalc._questions.plans.moments import moments
    from oddscalc._questions.plans.play import Play
    from oddscalc._questions.plans.rewards import explore

    def work() -> PlanMoments:
        return moments(explore(Play(pressed(units)), Dice.fair(), 1_000_000))

    worth, took = best(work, 2)
    return worth.states, took


def page(date: str, seconds: float) -> str:
    """Measure everything and return the page."""
    rows = [played(name, seconds).cells for name in strategies()]
    headers = ["plan", "states", "ours", "hands a second", "hands needed", "time for these",
               "times ours", "standard errors off"]  # fmt: skip
    grown = [(units, *whole(units)) for units in SIZES]
    cells = [[f"{units}", f"{states:,}", f"{1000 * took:,.0f} ms", f"{1e6 * took / states:.0f}"]
             for units, states, took in grown]  # fmt: skip
    (_, few, quick), (_, many, slow) = grown[-2:]
    verdict = "met" if quick < GOAL_SECONDS else "missed"
    told = (
        "Exponent of the time over the states between the last two:"
        f" {log(slow / quick) / log(many / few):.2f}. The goal, a plan of {GOAL_STATES:,} states in"
        f" under {GOAL_SECONDS:g} s, is {verdict}: {few:,} states took {quick:.2f} s."
    )
    parts = [
        INTRODUCTION.format(digits=DIGITS),
        markdown((["", ""], [list(fact) for fact in machine.described(date).items()])),
        markdown((headers, rows)),
        GROWTH,
        markdown((["units", "states", "time", "µs a state"], cells)),
        told,
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"
