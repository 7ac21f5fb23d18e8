"""Exact odds, house edges and paytable checks for every craps wager.

Rules as data become an absorbing Markov chain, the chain is solved exactly once, and every
number is a valuation of that one solution. There is one function for each command, with the
same words.

>>> import oddscalc
>>> oddscalc.edge("pass").house_edge.per_bet_made
Fraction(7, 495)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from oddscalc._version import __version__
from oddscalc.errors import (
    BarePriceError,
    ChainError,
    DataError,
    LimitError,
    NumberError,
    OddscalcError,
    RangeError,
    RuleError,
    UnknownNameError,
    UnpayableError,
)

if TYPE_CHECKING:
    from oddscalc._ask.options import Options
    from oddscalc._dice.dice import Dice
    from oddscalc._face.ask import ask
    from oddscalc._face.bets import BetsAnswer, bets
    from oddscalc._face.check import CheckAnswer, check
    from oddscalc._face.claim import ClaimAnswer, claim
    from oddscalc._face.design import DesignAnswer, design
    from oddscalc._face.diff import DiffAnswer, diff
    from oddscalc._face.edge import Answer, Answers, edge, edges
    from oddscalc._face.explain import ExplainAnswer, explain
    from oddscalc._face.fair import FairAnswer, StakesAnswer, fair
    from oddscalc._face.formula import FormulaAnswer, formula
    from oddscalc._face.net import NetAnswer, net
    from oddscalc._face.observe import ObserveAnswer, observe
    from oddscalc._face.plan import PlanAnswer, plan
    from oddscalc._face.portfolio import PortfolioAnswer, portfolio
    from oddscalc._face.report import (
        ReportAnswer,
        ReportPlanAnswer,
        ReportTogetherAnswer,
        report,
    )
    from oddscalc._face.rolls import RollsAnswer, rolls
    from oddscalc._face.session import SessionAnswer, session
    from oddscalc._face.simulate import SimulateAnswer, simulate
    from oddscalc._face.sweep import SweepAnswer, sweep
    from oddscalc._face.tables import TablesAnswer, tables
    from oddscalc._face.verify import VerifyAnswer, verify
    from oddscalc._money.price import Price

__all__ = [
    "Answer",
    "Answers",
    "BarePriceError",
    "BetsAnswer",
    "ChainError",
    "CheckAnswer",
    "ClaimAnswer",
    "DataError",
    "DesignAnswer",
    "Dice",
    "DiffAnswer",
    "ExplainAnswer",
    "FairAnswer",
    "FormulaAnswer",
    "LimitError",
    "NetAnswer",
    "NumberError",
    "ObserveAnswer",
    "OddscalcError",
    "Options",
    "PlanAnswer",
    "PortfolioAnswer",
    "Price",
    "RangeError",
    "ReportAnswer",
    "ReportPlanAnswer",
    "ReportTogetherAnswer",
    "RollsAnswer",
    "RuleError",
    "SessionAnswer",
    "SimulateAnswer",
    "StakesAnswer",
    "SweepAnswer",
    "TablesAnswer",
    "UnknownNameError",
    "UnpayableError",
    "VerifyAnswer",
    "__version__",
    "ask",
    "bets",
    "check",
    "claim",
    "design",
    "diff",
    "edge",
    "edges",
    "explain",
    "fair",
    "formula",
    "net",
    "observe",
    "plan",
    "portfolio",
    "report",
    "rolls",
    "session",
    "simulate",
    "sweep",
    "tables",
    "verify",
]

_HOMES = {
    name: module
    for module, names in {
        "_ask.options": "Options",
        "_dice.dice": "Dice",
        "_face.ask": "ask",
        "_face.bets": "BetsAnswer bets",
        "_face.check": "CheckAnswer check",
        "_face.claim": "ClaimAnswer claim",
        "_face.design": "DesignAnswer design",
        "_face.diff": "DiffAnswer diff",
        "_face.edge": "Answer Answers edge edges",
        "_face.explain": "ExplainAnswer explain",
        "_face.fair": "FairAnswer StakesAnswer fair",
        "_face.formula": "FormulaAnswer formula",
        "_face.net": "NetAnswer net",
        "_face.observe": "ObserveAnswer observe",
        "_face.plan": "PlanAnswer plan",
        "_face.portfolio": "PortfolioAnswer portfolio",
        "_face.report": "ReportAnswer ReportPlanAnswer ReportTogetherAnswer report",
        "_face.rolls": "RollsAnswer rolls",
        "_face.session": "SessionAnswer session",
        "_face.simulate": "SimulateAnswer simulate",
        "_face.sweep": "SweepAnswer sweep",
        "_face.tables": "TablesAnswer tables",
        "_face.verify": "VerifyAnswer verify",
        "_money.price": "Price",
    }.items()
    for name in names.split()
}
"""Where each public name is, which is imported when it is first used."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"oddscalc.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
