"""A session stepped decision by decision, exactly or with what is cut off accounted for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from oddscalc._questions.sessions.stops import Walk


class Stepper:
    """The masses of a stopped walk after each decision.

    The integers grow with every decision. When they have outgrown *bits*, all are cut, downwards,
    so that a mass over the whole is never more than the probability it stands for.

    Args:
        walk: the walk.
        bits: the length that numbers are cut to; None to keep them exact.

    Attributes:
        whole: what the masses are shares of.
        playing: the mass on each net, in units, with which the session goes on.
        done: the mass on each net at which it has stopped.
        ruined: the mass that stopped below.
        won: the mass that stopped above.
    """

    def __init__(self, walk: Walk, bits: int | None = None) -> None:
        self._walk = walk
        self._bits = bits
        self.whole = 1
        self.playing = {0: 1}
        self.done: dict[int, int] = {}
        self.ruined = self.won = 0

    def step(self) -> None:
        """Make one more decision."""
        walk, factor = self._walk, self._walk.game.whole
        after: dict[int, int] = {}
        for step, ways in walk.game.ways.items():
            for net, mass in self.playing.items():
                after[net + step] = after.get(net + step, 0) + mass * ways
        self.whole *= factor
        self.done = {net: mass * factor for net, mass in self.done.items()}
        self.ruined *= factor
        self.won *= factor
        for net in [net for net in after if not walk.goes_on(net)]:
            mass = after.pop(net)
            self.done[net] = self.done.get(net, 0) + mass
            if walk.lost(net):
                self.ruined += mass
            else:
                self.won += mass
        self.playing = after
        if self._bits is not None and self.whole.bit_length() > 2 * self._bits:
            self._cut(self.whole.bit_length() - self._bits)

    def _cut(self, excess: int) -> None:
        """Cut *excess* bits, of the masses downwards and of the whole upwards."""
        self.whole = -(-self.whole >> excess)
        self.playing = {net: m >> excess for net, m in self.playing.items() if m >> excess}
        self.done = {net: m >> excess for net, m in self.done.items() if m >> excess}
        self.ruined >>= excess
        self.won >>= excess

    @property
    def going(self) -> int:
        """The mass with which the session goes on."""
        return sum(self.playing.values())

    def masses(self) -> Iterator[tuple[int, int]]:
        """Yield each net, in units, with its mass, the lowest first."""
        return iter(sorted((*self.playing.items(), *self.done.items())))

    def ruin(self) -> tuple[Fraction, Fraction]:
        """Return a lower and an upper bound of the probability of ruin so far."""
        above = self.whole - self.going - self.won
        return Fraction(self.ruined, self.whole), Fraction(above, self.whole)

    def ended(self) -> tuple[int, int]:
        """Return bounds of the probability that the session has stopped, over the whole."""
        return self.ruined + self.won, self.whole - self.going


def work(walk: Walk, decisions: int, bits: int | None = None) -> int:
    """Return about how many multiplications of short numbers it takes to step so far.

    After t decisions the net is one of at most t span + 1 equally spaced ones.
    """
    game = walk.game
    span = (max(game.ways) - min(game.ways)) // game.step
    nets = decisions * span // 2 + 1
    if walk.low is not None and walk.high is not None:
        nets = min(nets, (walk.high - walk.low) // game.step + 1)
    length = decisions * game.whole.bit_length() // 2
    if bits is not None:
        length = min(length, 2 * bits)
    return decisions * nets * len(game.ways) * (1 + length // 1_000)
