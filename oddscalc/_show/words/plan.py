"""What a betting plan brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import decimal, exact, fixed, percent, square_root_decimal
from oddscalc._questions.plans.answer import Planned
from oddscalc._questions.plans.infinite import EnclosedMoments
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._show.columns import WHOLE, Choice, Column, records, table
from oddscalc._show.document import (
    MOST_ROWS,
    Block,
    Bullets,
    Cell,
    Document,
    Records,
    Section,
    Table,
    left_out,
    number,
    number_cells,
    number_headers,
    short_decimal,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.drawings import net_drawings
from oddscalc._show.words.notes import not_permitted

NUMBERS = {
    "mean": "expected net win",
    "variance": "variance",
    "expected_rolls": "expected rolls",
    "put_up": "put up",
    "decided": "won or lost",
    "pushed": "pushed",
}


def document(
    answers: Sequence[Planned], rolls_per_hour: Fraction | None = None, choice: Choice = WHOLE
) -> Document:
    """Return what each plan brings: one in full, several as a table."""
    rows = choice.rows(answers, COLUMNS)
    columns = {name: COLUMNS[name] for name in choice.columns}
    alone = len(answers) == 1
    return Document(
        "Betting plans",
        schema="plan",
        sections=lambda: (
            [_chosen(rows, columns)]
            if columns
            else [_section(rows[0], rolls_per_hour)]
            if alone
            else [_table(rows)]
        ),
        data=lambda: (
            plan_object(rows[0], rolls_per_hour)
            if alone
            else [plan_object(answer, rolls_per_hour) for answer in rows]
        ),
        records=lambda: records(rows, columns) if columns else plan_records(rows),
    )


def _number(heading: str, value: Callable[[Planned], Fraction | None]) -> Column[Planned]:
    return Column(heading, value, lambda answer: _short(value(answer)))


def _middle_of(key: str) -> Callable[[Planned], Fraction | None]:
    return lambda answer: _middle(getattr(answer.worth, key))


def _edge_of(key: str) -> Callable[[Planned], Fraction | None]:
    return lambda answer: _middle(_edges(answer.worth)[key])


def _per_roll(answer: Planned) -> Fraction | None:
    mean = _middle(answer.worth.mean)
    return None if mean is None else mean / answer.worth.expected_rolls


COLUMNS: Mapping[str, Column[Planned]] = {
    "plan": Column("plan", lambda answer: answer.plan.id, numeric=False),
    "title": Column("title", lambda answer: answer.plan.title, numeric=False),
    "rules": Column("rules", lambda answer: answer.plan.book.id, numeric=False),
    "mean": _number("net win", _middle_of("mean")),
    "sd": Column("sd", _middle_of("variance"), lambda answer: _sd(answer.worth), root=True),
    "put_up": _number("put up", _middle_of("put_up")),
    "decided": _number("won or lost", _middle_of("decided")),
    "pushed": _number("pushed", _middle_of("pushed")),
    "edge": Column("edge %", _edge_of("per_put_up"),
                   lambda answer: _short(_edge_of("per_put_up")(answer), 100)),
    "per_decided": Column("of decided %", _edge_of("per_decided"),
                          lambda answer: _short(_edge_of("per_decided")(answer), 100)),
    "per_roll": _number("per roll", _per_roll),
    "rolls": _number("rolls", _middle_of("expected_rolls")),
    "states": Column("states", lambda answer: Fraction(answer.worth.states),
                     lambda answer: f"{answer.worth.states:,}"),
}  # fmt: skip
"""The columns of a table of plans, by the words with which they are chosen; of proven bounds they
have the middle."""


def _chosen(rows: Sequence[Planned], columns: Mapping[str, Column[Planned]]) -> Section:
    return Section("", [f"{rows[0].horizon}; in money"], [table(rows, list(columns.values()))])


def list_document(plans: Sequence[tuple[str, str, str]]) -> Document:
    """Return the ids, titles and sources of the plans that there are."""
    headers = ("plan", "title", "source")
    return Document(
        "Betting plans",
        schema="plan",
        sections=lambda: [Section("", (), [Table(headers, "lll", plans)])],
        data=lambda: [dict(zip(headers, plan, strict=True)) for plan in plans],
        records=lambda: Records(headers, plans),
    )


def plan_object(answer: Planned, rolls_per_hour: Fraction | None = None) -> dict[str, Any]:
    """Return the JSON object of a plan; amounts are in the money of its stakes."""
    worth = answer.worth
    edges = _edges(worth)
    record: dict[str, Any] = {
        "schema": "plan/1",
        "plan": answer.plan.id,
        "title": answer.plan.title,
        "rules": answer.plan.book.id,
        "paytable": answer.plan.paytable.id,
        "horizon": answer.horizon,
        **{key: _json(getattr(worth, key)) for key in NUMBERS},
        "sd": worth.sd,
        "edge": {key: _json(value) for key, value in edges.items()},
        "states": worth.states,
    }
    if rolls_per_hour is not None and isinstance(worth, PlanMoments):
        record["cost_per_hour"] = rational(_per_hour(worth, rolls_per_hour))
    if answer.purse is not None:
        record |= {"target": rational(answer.purse.target), "ruin": rational(answer.purse.ruin)}
    if answer.net_win is not None:
        record["covered"] = rational(answer.covered)
        record["distribution"] = [
            {"net": rational(net), "probability": rational(chance)}
            for net, chance in answer.net_win.probabilities.items()
        ]
    return {**record, "notes": list(_notes(answer))}


def _json(value: Fraction | Bounds | None) -> Any:
    if isinstance(value, Bounds):
        return {
            "exact": None,
            "decimal": decimal(value.middle),
            "low": rational(value.lower),
            "high": rational(value.upper),
        }
    return rational(value)


def _edges(worth: PlanMoments | EnclosedMoments) -> dict[str, Fraction | Bounds | None]:
    """Return the expected loss over what is put up, and over what is decided."""
    return {
        "per_put_up": _share(worth.mean, worth.put_up),
        "per_decided": _share(worth.mean, worth.decided),
    }


def _share(mean: Fraction | Bounds, whole: Fraction | Bounds) -> Fraction | Bounds | None:
    if isinstance(mean, Bounds) and isinstance(whole, Bounds):
        ends = [
            -bound / other
            for bound in (mean.lower, mean.upper)
            for other in (whole.lower, whole.upper)
        ]
        return Bounds(min(ends), max(ends))
    if isinstance(mean, Fraction) and isinstance(whole, Fraction) and whole:
        return -mean / whole
    return None


def _per_hour(worth: PlanMoments, rolls: Fraction) -> Fraction:
    return -worth.mean * rolls / worth.expected_rolls


def _notes(answer: Planned) -> Iterator[str]:
    plan = answer.plan
    if plan.source:
        yield f"source of the rules: {plan.source}"
    yield (
        "put up: what is added to the bets between two rolls; won or lost: the stake of each bet"
        " that is decided, each time it is, even if it stays up"
    )
    for bet in plan.bets.values():
        unit = plan.query.ticket.unit
        for stake in filter(None, bet.stakes):
            wager = plan.book.wager(bet.bet.id)
            for text in not_permitted(plan.book, wager, stake, unit):
                yield f"{bet.bet.id}: {text}"
    if isinstance(answer.worth, EnclosedMoments):
        yield (
            "the chain is infinite, since rules look at money: the numbers lie between proven"
            " bounds"
        )
    if answer.covered != 1:
        yield (
            f"the distribution is of hands that have ended after 60 rolls,"
            f" {percent(answer.covered)} of all"
        )
    if answer.purse is not None:
        yield "ruin: what the plan would have up next costs more than is left"


def _section(answer: Planned, rolls_per_hour: Fraction | None) -> Section:
    plan = answer.plan
    rows = list(_figures(answer, rolls_per_hour))
    stakes = [
        f"{bet.bet.id}: {', '.join(map(exact, bet.stakes))}"
        + (f" (by {bet.level})" if bet.level else "")
        + ("" if bet.working else ", off on come-outs")
        for bet in plan.bets.values()
    ]
    blocks: list[Block] = [Table(("", "exact", "decimal"), "lrr", rows)]
    if answer.net_win is not None:
        chances = list(answer.net_win.probabilities.items())
        cells = [
            (number(net), number(chance), short_decimal(chance))
            for net, chance in chances[:MOST_ROWS]
        ]
        hidden = left_out(chances, "net wins")
        blocks.append(Table(("net win", "probability", ""), "rrr", cells, hidden))
        blocks += net_drawings(answer.net_win, "Net win")
    blocks += [
        Bullets(stakes, "bets"),
        Bullets([rule.text for rule in plan.rules], "rules, gone through before each roll"),
    ]
    under = [f"rules {plan.book.id}, paytable {plan.paytable.id}; {answer.horizon}; in money"]
    return Section(f"{plan.title} ({plan.id})", under, blocks, list(_notes(answer)))


def _figures(answer: Planned, rolls_per_hour: Fraction | None) -> Iterator[tuple[Cell, ...]]:
    worth = answer.worth
    for key, label in NUMBERS.items():
        yield _row(label, getattr(worth, key))
        if key == "variance":
            yield "standard deviation", "-", worth.sd
    edges = _edges(worth)
    yield _row("edge per unit put up", edges["per_put_up"], as_percent=True)
    yield _row("edge per unit won or lost", edges["per_decided"], as_percent=True)
    if rolls_per_hour is not None and isinstance(worth, PlanMoments):
        label = f"cost per hour of {exact(rolls_per_hour)} rolls"
        yield _row(label, _per_hour(worth, rolls_per_hour))
    if answer.purse is not None:
        yield _row("target reached", answer.purse.target)
        yield _row("ruin", answer.purse.ruin)
    yield "states", f"{worth.states:,}", ""


def _row(
    label: str, value: Fraction | Bounds | None, *, as_percent: bool = False
) -> tuple[Cell, ...]:
    shown = percent if as_percent else decimal
    if value is None:
        return label, "-", "-"
    if isinstance(value, Bounds):
        return label, "proven", shown(value.middle)
    return label, number(value, label), shown(value)


def _table(answers: Sequence[Planned]) -> Section:
    headers = ["plan", "net win", "sd", "put up", "edge %", "per roll", "states"]
    rows = []
    for answer in answers:
        worth = answer.worth
        edge = _edges(worth)["per_put_up"]
        mean, put_up = _middle(worth.mean), _middle(worth.put_up)
        per_roll = None if mean is None else mean / worth.expected_rolls
        rows.append(
            [answer.plan.id, _short(mean), _sd(worth), _short(put_up),
             "-" if edge is None else _short(_middle(edge), 100), _short(per_roll),
             f"{worth.states:,}"]
        )  # fmt: skip
    under = [f"{answers[0].horizon}; in money"]
    return Section("", under, [Table(headers, "l" + "r" * 6, rows)])


def _sd(worth: PlanMoments | EnclosedMoments) -> str:
    """Return the standard deviation in a column's width; of proven bounds that of the middle."""
    variance = worth.variance
    return square_root_decimal(variance.middle if isinstance(variance, Bounds) else variance, 7)


def _middle(value: Fraction | Bounds | None) -> Fraction | None:
    return value.middle if isinstance(value, Bounds) else value


def _short(value: Fraction | None, times: int = 1) -> str:
    return "-" if value is None else fixed(value * times, 4)


def plan_records(answers: Sequence[Planned]) -> Records:
    """Return a row for each plan."""
    names = [*NUMBERS, "edge_per_put_up", "edge_per_decided"]
    rows = []
    for answer in answers:
        worth = answer.worth
        values = [getattr(worth, key) for key in NUMBERS] + list(_edges(worth).values())
        cells = number_cells([_middle(value) for value in values])
        rows.append([answer.plan.id, answer.plan.book.id, answer.horizon, *cells, worth.sd,
                     str(worth.states)])  # fmt: skip
    return Records(["plan", "rules", "horizon", *number_headers(names), "sd", "states"], rows)
