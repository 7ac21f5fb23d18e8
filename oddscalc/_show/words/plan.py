"""What a betting plan brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import decimal, exact, fixed, percent
from oddscalc._questions.plans.answer import Planned
from oddscalc._questions.plans.infinite import EnclosedMoments
from oddscalc._questions.plans.moments import PlanMoments
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

NUMBERS = {
    "mean": "expected net win",
    "variance": "variance",
    "expected_rolls": "expected rolls",
    "put_up": "put up",
    "decided": "won or lost",
    "pushed": "pushed",
}


def document(answers: Sequence[Planned], rolls_per_hour: Fraction | None = None) -> Document:
    """Return what each plan brings: one in full, several as a table."""
    return Document(
        "Betting plans",
        schema="plan",
        sections=lambda: (
            [_section(answers[0], rolls_per_hour)] if len(answers) == 1 else [_table(answers)]
        ),
        data=lambda: (
            plan_object(answers[0], rolls_per_hour)
            if len(answers) == 1
            else [plan_object(answer, rolls_per_hour) for answer in answers]
        ),
        records=lambda: plan_records(answers),
    )


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
            [answer.plan.id, *(_short(value) for value in (mean,)), worth.sd[:8], _short(put_up),
             "-" if edge is None else _short(_middle(edge), 100), _short(per_roll),
             f"{worth.states:,}"]
        )  # fmt: skip
    under = [f"{answers[0].horizon}; in money"]
    return Section("", under, [Table(headers, "l" + "r" * 6, rows)])


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
