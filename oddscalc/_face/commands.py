"""What each command answers to a question that is data: its document.

One function for each command that answers without writing, given its subject and its options by
their names in Python. Values have been checked for their types before; what a value means is
checked where it is used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from oddscalc._ask.asked import amount_of, in_symbols, number_of, price_texts, query
from oddscalc._ask.items import alone, parse_item
from oddscalc._ask.options import (
    DividedOptions,
    Options,
    PaidOptions,
    PlacedOptions,
    PricedOptions,
    ReportOptions,
)
from oddscalc._ask.query import ask, ask_all, models, over_stakes
from oddscalc._chain.store import Store
from oddscalc._money.ticket import parse_stakes
from oddscalc._show.columns import Choice
from oddscalc._show.document import Document
from oddscalc._show.words import edge as edge_words
from oddscalc._show.words import stakes as stakes_words
from oddscalc._show.words.figures import Showing
from oddscalc.errors import RuleError

if TYPE_CHECKING:
    from oddscalc._face.subjects import Bet

Given = dict[str, Any]


class Answering(Protocol):
    """A function that answers the questions of one command."""

    def __call__(self, subject: Any, given: Given, store: Store | None, /) -> Document:
        """Return the answer about *subject*, with the options that are *given*."""


@dataclass(frozen=True)
class AskedCommand:
    """One command that can be asked.

    Args:
        answer: the function that answers.
        subject: what the command is about: ``bet``, ``bets`` (one, several or all), ``names``,
            ``together`` (bets with stakes), ``number``, ``pair``, ``plans`` or ``file``.
        own: its own options, each with the kind of its value.
        shared: the type that has its shared options.
    """

    answer: Answering
    subject: str
    own: Mapping[str, str]
    shared: type | None = None

    @property
    def options(self) -> frozenset[str]:
        """The names of all its options."""
        return frozenset(self.own) | frozenset(self.shared.__annotations__ if self.shared else ())


class _Several(NamedTuple):
    names: list[str]
    every: bool


def _several(subject: Any, given: Given) -> _Several:
    """Return the bets that are named, or that all are asked for.

    Raises:
        RuleError: neither, or both.
    """
    every = bool(given.pop("all", False))
    names = [subject] if isinstance(subject, str) else list(subject or ())
    if every == bool(names):
        raise RuleError("name bets, or else all", code="incomplete")
    return _Several(names, every)


def _edge(subject: Any, given: Given, store: Store | None) -> Document:
    names, every = _several(subject, given)
    hours, expand = given.pop("rolls_per_hour", None), given.pop("expand", False)
    choice = Choice.of(given.pop("sort", None), given.pop("top", None), None, edge_words.COLUMNS)
    if in_symbols(cast("Options", given)):
        return _formulas(names, given, expand=expand)
    if ".." in str(given.get("stake")):
        return _over_stakes(names, given, store)
    bets, asked = query(names, cast("Options", given))
    asked = replace(asked, store=store)
    answers = ask_all(asked)[0] if every else ask(bets, asked)
    showing = Showing(rolls_per_hour=number_of("rolls_per_hour", hours))
    return edge_words.document(answers, showing, cards=len(bets) == 1, choice=choice)


def _formulas(names: list[str], given: Given, *, expand: bool) -> Document:
    from oddscalc._questions.symbols import edge
    from oddscalc._show.words.formula import document

    if not names:
        raise RuleError("formulas are of named bets", code="conflict")
    given["pays"] = price_texts(given.get("pays", ()))
    return document(edge(*names, expand=expand, **given))


def _over_stakes(names: list[str], given: Given, store: Store | None) -> Document:
    if not names:
        raise RuleError("a range of stakes is for named bets", code="conflict")
    stakes = parse_stakes(str(given["stake"]), amount_of("unit", given.get("unit", 1)))
    bets, asked = query(names, cast("Options", {**given, "stake": stakes[0]}))
    return stakes_words.document(over_stakes(bets, replace(asked, store=store), stakes))


def _bets(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.bets import bets

    names = [subject] if isinstance(subject, str) else subject or ()
    return bets(*names, **given).document()


def _portfolio(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.portfolio import portfolio

    return portfolio(subject, given.pop("until", None), **given).document()


def _net(subject: Any, given: Given, store: Store | None) -> Document:
    """Return the distributions of bets, each alone in every reading; or of bets made together."""
    from oddscalc._face.net import net
    from oddscalc._show.words import net as words

    items = [parse_item(text) for text in _texts(subject)]
    if isinstance(subject, Mapping) or "until" in given or any(staked.stake for staked in items):
        return net(subject if not isinstance(subject, str) else [subject], **given).document()
    asked = [query([item.bet], alone(item, cast("Options", given))) for item in items]
    stored = [(names, replace(question, store=store)) for names, question in asked]
    return words.document([answer for part in stored for answer in ask(*part)])


def _texts(subject: Any) -> Sequence[str]:
    return [subject] if isinstance(subject, str) else list(subject)


def _rolls(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.rolls import rolls

    return rolls(subject, **given).document()


def _session(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.session import session

    return session(_subject(subject), **given).document()


def _subject(subject: Any) -> Bet:
    """Return a bet, or bets with stakes; a text with a stake is bets made together."""
    if isinstance(subject, str) and parse_item(subject).stake is not None:
        return [subject]
    return cast("Bet", subject)


def _fair(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._questions import design
    from oddscalc._show.words import beststakes
    from oddscalc._show.words import fair as words

    names, every = _several(subject, given)
    basis, target = given.pop("basis", "made"), given.pop("target_edge", None)
    stakes, step = given.pop("stakes", None), given.pop("step", None)
    against = given.pop("against", None)
    choice = Choice.of(given.pop("sort", None), given.pop("top", None), None, words.COLUMNS)
    if stakes is not None:
        if every or target is not None:
            raise RuleError("stakes go with named bets, and no target_edge", code="conflict")
        tried = parse_stakes(stakes, amount_of("step", step or given.get("unit", 1)))
        bets, asked = query(names, cast("Options", {**given, "stake": tried[0]}))
        return beststakes.document(design.best_stakes(bets, asked, tried, basis, against))
    if step is not None or against is not None:
        raise RuleError("step and against are for a range of stakes", code="conflict")
    bets, asked = query(names, cast("Options", given))
    asked = replace(asked, store=store)
    wanted = design.parse_edge("0" if target is None else str(target))
    fairs = (
        design.fair_all(asked, wanted, basis)[0]
        if every
        else design.fair(bets, asked, wanted, basis)
    )
    return words.document(fairs, cards=len(bets) == 1, choice=choice)


def _design(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.design import design

    if "target_edge" not in given:
        raise RuleError("give the target_edge, like '20%..25%'", code="incomplete")
    return design(subject, given.pop("target_edge"), **given).document()


def _claim(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.claim import claim

    if "bet" not in given:
        raise RuleError("name the bet that the number is of: bet", code="incomplete")
    return claim(subject, given.pop("bet"), **given).document()


def _diff(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.diff import diff
    from oddscalc._show.words import difference as words

    choice = Choice.of(given.pop("sort", None), given.pop("top", None), None, words.COLUMNS)
    return words.document(diff(*subject, **given), choice)


def _explain(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.subjects import one_bet
    from oddscalc._questions.explained import Explained
    from oddscalc._show.words import explain as words

    asked = models(*one_bet(subject, cast("PlacedOptions", given)))
    return words.document([Explained.of(model) for model in asked])


def _plan(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.plan import plan
    from oddscalc._questions.plans.plan import PLANS
    from oddscalc._show.words import plan as words

    choice = Choice.of(given.pop("sort", None), given.pop("top", None), None, words.COLUMNS)
    names, every = _several(subject, given)
    answers = [plan(name, **given) for name in (PLANS if every else names)]
    return words.document(answers, answers[0].rolls_per_hour, choice)


def _report(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.report import report

    return report(subject, **given).document()


def _simulate(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.simulate import simulate

    return simulate(subject, **given).document()


def _check(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.check import check

    return check(subject, **given).document()


def _observe(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.observe import observe

    return observe(subject, **given).document()


def _verify(subject: Any, given: Given, store: Store | None) -> Document:
    from oddscalc._face.verify import verify

    return verify(subject, **given).document()


def _kinds(**names: str) -> dict[str, str]:
    """Return the kind of each option, of the names of the options of each kind.

    >>> _kinds(flag="all expand", number="rolls_per_hour")
    {'all': 'flag', 'expand': 'flag', 'rolls_per_hour': 'number'}
    """
    return {name: kind for kind, options in names.items() for name in options.split()}


COMMANDS: Mapping[str, AskedCommand] = {
    "edge": AskedCommand(
        _edge,
        "bets",
        _kinds(flag="all expand", number="rolls_per_hour", text="sort", whole="top"),
        Options,
    ),
    "bets": AskedCommand(_bets, "names", _kinds(text="rules")),
    "portfolio": AskedCommand(
        _portfolio, "together", _kinds(text="until", number="rolls_per_hour"), PaidOptions
    ),
    "net": AskedCommand(_net, "together", _kinds(text="until"), Options),
    "rolls": AskedCommand(
        _rolls,
        "bet",
        _kinds(whole="pmf cdf", numbers="quantile", wholes="at_least", text="given", flag="pgf"),
        PlacedOptions,
    ),
    "session": AskedCommand(
        _session,
        "together",
        _kinds(
            whole="decisions rolls survive bankroll_for enclose",
            number="bankroll target stop_win stop_loss risk table_max",
            numbers="quantile",
            text="until",
        ),
        Options,
    ),
    "fair": AskedCommand(
        _fair,
        "bets",
        _kinds(
            flag="all", number="target_edge step", text="basis stakes against sort", whole="top"
        ),
        DividedOptions,
    ),
    "design": AskedCommand(
        _design,
        "bet",
        _kinds(
            number="target_edge multiples top_cap",
            text="basis prices order",
            texts="tiers lose grid min max",
            flag="ascending non_decreasing",
            whole="limit max_nodes",
        ),
        PricedOptions,
    ),
    "claim": AskedCommand(
        _claim,
        "number",
        _kinds(together="bet", texts="as_", text="until", number="rolls_per_hour"),
        Options,
    ),
    "diff": AskedCommand(_diff, "pair", _kinds(text="kind rules paytable only sort", whole="top")),
    "explain": AskedCommand(_explain, "bet", {}, PlacedOptions),
    "plan": AskedCommand(
        _plan,
        "bets",
        _kinds(
            flag="all net",
            whole="rolls top",
            number="bankroll target rolls_per_hour",
            text="sort",
        ),
        PaidOptions,
    ),
    "report": AskedCommand(
        _report, "together", _kinds(texts="paytable", number="minimum maximum"), ReportOptions
    ),
    "simulate": AskedCommand(_simulate, "together", _kinds(whole="n seed"), PlacedOptions),
    "check": AskedCommand(
        _check,
        "files",
        _kinds(
            text="rules_file against rules paytable date sheet",
            flag="strict",
            texts="ignore map",
            number="max_edge tolerance",
            whole="max_states",
        ),
    ),
    "observe": AskedCommand(_observe, "file", _kinds(texts="bets", number="level"), Options),
    "verify": AskedCommand(_verify, "file", _kinds(flag="alone", text="rules bets paytable")),
}
"""Every command that can be asked in a question."""

ALIASES = {"edges": "edge"}
"""Other words for them: that of Python for several bets."""
