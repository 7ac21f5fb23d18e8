"""Sessions at flat stakes: a bet made again and again, until it is enough or all is gone.

A session needs of a bet only the exact net win of one decision: which rolls lead to it is
collapsed into that, and the expected rolls are those of a decision times the expected decisions.
"""

from __future__ import annotations

from oddscalc._questions.sessions.afterrolls import AfterRolls, after_rolls
from oddscalc._questions.sessions.enclosed import Enclosed, enclose
from oddscalc._questions.sessions.game import Game, Playable, game_of
from oddscalc._questions.sessions.question import SessionQuestion, SessionReport, answered
from oddscalc._questions.sessions.risk import bankroll_for, survival
from oddscalc._questions.sessions.stopped import Session, play, ruin
from oddscalc._questions.sessions.stops import Stops
from oddscalc._questions.sessions.sums import After, after
from oddscalc._questions.sessions.times import SHARES, quantiles

__all__ = [
    "SHARES",
    "After",
    "AfterRolls",
    "Enclosed",
    "Game",
    "Playable",
    "Session",
    "SessionQuestion",
    "SessionReport",
    "Stops",
    "after",
    "after_rolls",
    "answered",
    "bankroll_for",
    "enclose",
    "game_of",
    "play",
    "quantiles",
    "ruin",
    "survival",
]
