"""When a session stops: at a target, in ruin, or at a limit of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from oddscalc._exact.numbers import exact
from oddscalc._questions.sessions.game import Game
from oddscalc.errors import NumberError, RangeError, RuleError


@dataclass(frozen=True)
class Walk:
    """The net in units, decision by decision, from 0 until it leaves low..high.

    Args:
        game: the bet.
        low: the lowest net at which another bet is made; None if no loss stops the session.
        high: the highest such net; None if no win stops it.
    """

    game: Game
    low: int | None
    high: int | None

    def won(self, net: int) -> bool:
        """Return whether a win has stopped it at *net*."""
        return self.high is not None and net > self.high

    def lost(self, net: int) -> bool:
        """Return whether a loss has stopped it at *net*."""
        return self.low is not None and net < self.low

    def goes_on(self, net: int) -> bool:
        """Return whether another bet is made at *net*."""
        return (self.low is None or net >= self.low) and (self.high is None or net <= self.high)


@dataclass(frozen=True)
class Stops:
    """What ends a session at flat stakes; all amounts in money, None where there is no such end.

    The stake is never changed: a bankroll that does not cover the next bet is ruin, even if
    something is left. A win may pass a target, a loss may pass a stop-loss.

    Args:
        bankroll: what is on hand at the start; ruin when less is left than the next bet costs.
        target: the session is won when the bankroll is this or more.
        stop_win: the session is won when the net win is this or more.
        stop_loss: the session is lost when the net loss is this or more.

    Raises:
        NumberError: an amount is not above 0, or two of them contradict each other.

    >>> Stops(bankroll=Fraction(20), target=Fraction(40)).win
    Fraction(20, 1)
    """

    bankroll: Fraction | None = None
    target: Fraction | None = None
    stop_win: Fraction | None = None
    stop_loss: Fraction | None = None

    def __post_init__(self) -> None:
        for name in ("bankroll", "target", "stop_win", "stop_loss"):
            amount = getattr(self, name)
            if amount is not None and amount <= 0:
                said = name.replace("_", "-")
                raise RangeError(f"the {said} is {exact(amount)}; it must be above 0")
        if self.target is None:
            return
        if self.bankroll is None:
            raise NumberError(
                "a target is an amount that the bankroll comes to: give a bankroll",
                code="incomplete",
            )
        if self.stop_win is not None:
            raise NumberError(
                "a target and a stop-win are the same stop: give one of them", code="conflict"
            )
        if self.target <= self.bankroll:
            raise RangeError(
                f"the target {exact(self.target)} is no more than the bankroll"
                f" {exact(self.bankroll)}"
            )

    @property
    def win(self) -> Fraction | None:
        """The net win that stops the session, if one does."""
        if self.target is not None and self.bankroll is not None:
            return self.target - self.bankroll
        return self.stop_win

    @property
    def down(self) -> bool:
        """Whether losses stop the session."""
        return self.bankroll is not None or self.stop_loss is not None

    def walk(self, game: Game) -> Walk:
        """Return where the net of *game* may stand for the session to go on.

        Raises:
            RuleError: not even the first bet can be made.
        """
        if self.bankroll is not None and self.bankroll < game.cost:
            raise RuleError(
                f"a bankroll of {exact(self.bankroll)} does not cover the first bet, which takes"
                f" {exact(game.cost)}",
                code="out-of-range",
            )
        lows = [low for low in (self._ruin(game), self._loss(game)) if low is not None]
        high = None if self.win is None else ceil(self.win / game.unit) - 1
        return Walk(game, max(lows, default=None), high)

    def by_stop_loss(self, game: Game) -> bool:
        """Return whether it is the stop-loss that stops losses, and not the end of the bankroll."""
        ruin, loss = self._ruin(game), self._loss(game)
        return loss is not None and (ruin is None or loss >= ruin)

    def _ruin(self, game: Game) -> int | None:
        """Return the lowest net in units at which the bankroll covers another bet."""
        return None if self.bankroll is None else ceil((game.cost - self.bankroll) / game.unit)

    def _loss(self, game: Game) -> int | None:
        """Return the lowest net in units that is above the stop-loss."""
        return None if self.stop_loss is None else floor(-self.stop_loss / game.unit) + 1
