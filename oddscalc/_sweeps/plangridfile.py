"""Reading a grid of betting plans: its form, its size, and the names in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from oddscalc._ask.query import Query
from oddscalc._dice.weightfile import is_file
from oddscalc._exact.strict import problems_of
from oddscalc._questions.plans.load import asked_of, document
from oddscalc._sweeps.gridfile import (
    MOST_PROBLEMS,
    dice_of,
    digest_of,
    is_toml,
    located,
    problems_at,
    refuse,
)
from oddscalc._sweeps.gridmodel import PlanGridFile
from oddscalc._sweeps.plangrid import AXES, PRICED, PlanGrid, Value, with_numbers
from oddscalc._sweeps.workload import MAX_POINTS
from oddscalc.errors import DataError, OddscalcError, Problem, RuleError

MAX_PRICED = 2_000
"""Combinations of plans, rulebooks and prices in one file."""

_OPTIONS = {"rules": "rules", "paytable": "paytable", "pays": "pays", "vig": "vig",
            "rounding": "round"}  # fmt: skip


def read(name: str, data: Mapping[str, Any]) -> PlanGrid:
    """Return the grid in *data*, the content of the file *name*.

    Raises:
        DataError: it is unusable, or a file that it names.
    """
    path = Path(name)
    try:
        grid = PlanGridFile.model_validate(data)
    except ValidationError as error:
        raise DataError(name, problems_of(name, error)[:MOST_PROBLEMS]) from None
    refuse(name, _size_problems(grid))
    wrong: list[Problem] = []
    given = [(f"axes.dice[{place}]", text) for place, text in enumerate(grid.axes.dice)]
    dice = dice_of(given, path.parent, wrong)
    documents = _documents(grid, path.parent, wrong)
    wrong += _without_place(grid, documents)
    queries = _queries(grid, path.parent, documents, wrong)
    refuse(name, wrong)
    return PlanGrid(
        tuple(_axes_of(grid).values()),
        tuple(grid.numbers),
        documents,
        queries,
        dice,
        grid.max_states,
        digest_of(path, [*filter(is_file, dice), *_files_in(grid)]),
        grid.seconds,
    )


def _axes_of(grid: PlanGridFile) -> dict[str, tuple[Value, ...]]:
    """Return the values of each axis, those of the plans' own numbers last."""
    axes: dict[str, tuple[Value, ...]] = {
        name: tuple(tuple(value) or None for value in grid.axes.pays)
        if name == "pays" else tuple(getattr(grid.axes, name)) for name in AXES
    }  # fmt: skip
    return axes | {name: tuple(values) for name, values in grid.numbers.items()}


def _files_in(grid: PlanGridFile) -> list[str]:
    """Return the files that a grid names, but those of dice."""
    names = [*grid.axes.plan, *grid.axes.rules, *grid.axes.paytable]
    return [name for name in names if name is not None and is_toml(name)]


def _size_problems(grid: PlanGridFile) -> Iterator[Problem]:
    """Yield what is wrong with the size of a grid."""
    axes = _axes_of(grid)
    for name, values in axes.items():
        if len(set(values)) < len(values):
            yield Problem(f"axes.{name}", "a value is there twice", "conflict")
    points = prod(map(len, axes.values()))
    if points > MAX_POINTS:
        text = f"{points:,} points; the most is {MAX_POINTS:,} in one file"
        yield Problem("axes", text, "too-much")
    priced = prod(len(axes[name]) for name in PRICED)
    if priced > MAX_PRICED:
        text = f"{priced:,} combinations of plans, rulebooks and prices; at most {MAX_PRICED:,}"
        yield Problem("axes", text, "too-much")


def _documents(
    grid: PlanGridFile, folder: Path, wrong: list[Problem]
) -> dict[str, Mapping[str, Any]]:
    """Return the plans by their names; what is wrong with one is added to *wrong*."""
    documents: dict[str, Mapping[str, Any]] = {}
    for place, name in enumerate(grid.axes.plan):
        try:
            documents[name] = document(located(name, folder))
        except OddscalcError as error:
            wrong += problems_at(f"axes.plan[{place}]", error)
    return documents


def _queries(
    grid: PlanGridFile,
    folder: Path,
    documents: Mapping[str, Mapping[str, Any]],
    wrong: list[Problem],
) -> dict[tuple[Value, ...], Query]:
    """Return rulebook and prices of each combination; what is wrong is added to *wrong*."""
    axes, queries = _axes_of(grid), dict[tuple[Value, ...], Query]()
    for values in product(*(axes[name] for name in PRICED)):
        given = dict(zip(PRICED, values, strict=True))
        name = str(given["plan"])
        if name not in documents or len(wrong) > MOST_PROBLEMS:
            continue
        options = {
            word: list(value) if isinstance(value, tuple) else located(value, folder)
            for axis, word in _OPTIONS.items()
            if (value := given[axis]) is not None
        }
        try:
            queries[values] = asked_of(documents[name], options)
        except OddscalcError as error:
            wrong += problems_at(f"axes, with {name}", error)
    return queries


def _without_place(
    grid: PlanGridFile, documents: Mapping[str, Mapping[str, Any]]
) -> Iterator[Problem]:
    """Yield the numbers that no plan has."""
    for key, values in grid.numbers.items():
        places = 0
        for data in documents.values():
            try:
                with_numbers(data, {key: values[0] or "1"})
            except RuleError:
                continue
            places += 1
        if documents and not places:
            yield Problem(f"numbers.{key}", "no plan here has such a bet or counter",
                          "unknown-name")  # fmt: skip
