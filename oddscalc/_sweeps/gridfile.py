"""Reading a grid file into a plan: its form, its size, and the names in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from itertools import chain, islice, product
from math import prod
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from oddscalc._dice.dice import Dice, parse_dice
from oddscalc._dice.weightfile import is_file
from oddscalc._exact.files import read_bytes
from oddscalc._exact.strict import problems_of
from oddscalc._money.paytable import Paytable
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook
from oddscalc._sweeps.gridmodel import DEFAULT, Axes, GridFile, PointEntry
from oddscalc._sweeps.workload import AXES, MAX_POINTS, Point, Workload
from oddscalc.errors import DataError, OddscalcError, Problem, UnknownNameError

MOST_PROBLEMS = 50  # a file that has more is not searched for all of them
TOO_LONG = "cut it into several files"
_FIELDS = tuple(field.name for field in fields(Point))
_NAMES = dict(zip(_FIELDS, AXES, strict=True))


@dataclass(frozen=True)
class _Section:
    """The axes, or one of the points as axes of one value each.

    Args:
        place: where a value stands in the file, a format of its name and its index.
        values: the values by field of ``Point``; None for what is not given.
    """

    place: str
    values: Mapping[str, Sequence[Any]]

    def given(self, key: str) -> Iterator[tuple[str, Any]]:
        """Yield where each value of *key* stands, and the value, of those that are given."""
        for index, value in enumerate(self.values[key]):
            if value is not None:
                yield self.place.format(_NAMES[key], index), value


def read(name: str) -> Workload:
    """Return the plan of the grid file *name*.

    Rulebooks, paytables, dice and own bets may be files, with paths from the grid file's folder.

    Raises:
        DataError: the file is unusable, or one that it names. All problems of the form are told,
            or else all of the size, or else all of the names.
    """
    path = Path(name)
    grid = _validated(path)
    sections = [_point_section(number, entry) for number, entry in enumerate(grid.points)]
    axes = None if grid.axes is None else _axes_section(grid.axes)
    if axes is not None:
        refuse(name, _size_problems(axes))
    asked = [*([axes] if axes else []), *sections]
    refuse(name, (problem for section in asked for problem in _stake_problems(section)))
    problems: list[Problem] = []
    dice = _dice(asked, path.parent, problems)
    rulebooks = _rulebooks(asked, grid.own_bets, path.parent, problems)
    paytables = _paytables(asked, rulebooks, path.parent, problems)
    refuse(name, (p for section in asked for p in _name_problems(section, rulebooks)), problems)
    plan = Workload(
        tuple(tuple(axes.values[key]) for key in _FIELDS) if axes else (),
        tuple(Point(*(section.values[key][0] for key in _FIELDS)) for section in sections),
        dice,
        rulebooks,
        paytables,
        grid.max_states,
        digest_of(
            path,
            [
                *filter(is_file, dice),
                *filter(is_toml, rulebooks),
                *filter(is_toml, paytables),
                *grid.own_bets,
            ],
        ),
        grid.seconds,
    )
    if len(plan) > MAX_POINTS:
        raise DataError(
            name, [f"{len(plan):,} points; the most is {MAX_POINTS:,} in one file"], code="too-much"
        )
    return plan


def _validated(path: Path) -> GridFile:
    """Return the content of the file, the form of which is right."""
    data = userfiles.read_toml(str(path), TOO_LONG)
    try:
        grid = GridFile.model_validate(data)
    except ValidationError as error:
        raise DataError(str(path), problems_of(str(path), error)[:MOST_PROBLEMS]) from None
    if grid.axes is None and not grid.points:
        raise DataError(
            str(path),
            ["has neither [axes] nor [[points]]: there is nothing to sweep"],
            code="malformed",
        )
    return grid


def refuse(name: str, after: Iterable[Problem], before: Sequence[Problem] = ()) -> None:
    """Refuse the file *name* if there is a problem.

    Raises:
        DataError: there is.
    """
    problems = dict.fromkeys(islice(chain(before, after), MOST_PROBLEMS))
    if problems:
        raise DataError(name, list(problems))


def _axes_section(axes: Axes) -> _Section:
    values = {key: getattr(axes, key) for key in _FIELDS}
    values["pays"] = [tuple(prices) or None for prices in axes.pays]
    return _Section("axes.{}[{}]", values)


def _point_section(number: int, entry: PointEntry) -> _Section:
    values = {key: [getattr(entry, key)] for key in _FIELDS}
    return _Section(f"points[{number}].{{}}", values | {"pays": [tuple(entry.pays) or None]})


def _size_problems(axes: _Section) -> Iterator[Problem]:
    """Yield which axes have a value twice, or whether there are too many points."""
    for key in _FIELDS:
        seen: set[Any] = set()
        for value in axes.values[key]:
            if value in seen:
                yield Problem(
                    f"axes.{_NAMES[key]}", f"{_shown(value)!r} is there twice", "conflict"
                )
            seen.add(value)
    points = prod(map(len, axes.values.values()))
    if points > MAX_POINTS:
        text = f"{points:,} points; the most is {MAX_POINTS:,} in one file"
        yield Problem("axes", text, "too-much")


def _shown(value: str | tuple[str, ...] | None) -> str:
    return "; ".join(value) if isinstance(value, tuple) else value or DEFAULT


def _stake_problems(section: _Section) -> Iterator[Problem]:
    """Yield what depends on a stake where none is ever given."""
    if set(section.values["stake"]) == {None}:
        for key in ("rounding", "key", "unit"):
            for place, value in section.given(key):
                if value != "exact":
                    yield Problem(place, f"{value!r} depends on the stake; give one", "no-stake")


def _dice(sections: Sequence[_Section], folder: Path, problems: list[Problem]) -> dict[str, Dice]:
    """Return the dice by the text they have in the file."""
    given = (pair for section in sections for pair in section.given("dice"))
    return dice_of(given, folder, problems)


def dice_of(
    given: Iterable[tuple[str, str]], folder: Path, problems: list[Problem]
) -> dict[str, Dice]:
    """Return the dice that are given, with the place of each, by their texts."""
    dice: dict[str, Dice] = {}
    for place, text in given:
        if text not in dice:
            try:
                dice[text] = parse_dice(str(folder / text) if is_file(text) else text)
            except OddscalcError as error:
                problems += problems_at(place, error)
    return dice


def _rulebooks(
    sections: Sequence[_Section], own_bets: Sequence[str], folder: Path, problems: list[Problem]
) -> dict[str, Rulebook]:
    """Return the rulebooks by the names they have in the file, each with the own bets."""
    books: dict[str, Rulebook] = {}
    places = {
        name: place for section in reversed(sections) for place, name in section.given("rules")
    }
    for name, place in places.items():
        try:
            books[name] = userfiles.rulebook(located(name, folder))
        except OddscalcError as error:
            problems += problems_at(place, error)
            continue
        for index, path in enumerate(own_bets):
            try:
                books[name], _ = userfiles.bets(str(folder / path), books[name])
            except OddscalcError as error:
                problems += problems_at(f"own_bets[{index}]", error)
    return books


def _paytables(
    sections: Sequence[_Section],
    rulebooks: Mapping[str, Rulebook],
    folder: Path,
    problems: list[Problem],
) -> dict[str, Paytable]:
    """Return the paytables by the names they have in the file.

    The bets in a paytable file must be known to every rulebook that it is used with.
    """
    paytables: dict[str, Paytable] = {}
    tried: set[tuple[str, str]] = set()
    for section in sections:
        for (place, name), rules in product(section.given("paytable"), section.values["rules"]):
            if rules not in rulebooks or (name, rules) in tried:
                continue
            tried.add((name, rules))
            try:
                paytables[name] = userfiles.paytable(
                    located(name, folder), rulebooks[rules].catalogue
                )
            except OddscalcError as error:
                problems += problems_at(place, error)
    return paytables


def is_toml(name: str) -> bool:
    """Return whether *name* is that of a TOML file."""
    return name.lower().endswith(".toml")


def located(name: str, folder: Path) -> str:
    """Return the path of a file that is named from *folder*; an id as it is."""
    return str(folder / name) if is_toml(name) else name


def problems_at(place: str, error: OddscalcError) -> list[Problem]:
    """Return the problems that *error* has at *place*."""
    if isinstance(error, DataError):
        return [
            Problem(place, f"{error.file}: {problem}", problem.code) for problem in error.problems
        ]
    return [Problem.of(place, error)]


def _name_problems(section: _Section, rulebooks: Mapping[str, Rulebook]) -> Iterator[Problem]:
    """Yield the bets and the readings that none of the section's rulebooks knows."""
    books = [rulebooks[name] for name in section.values["rules"] if name in rulebooks]
    if not books:
        return
    bets = section.values["bet"]
    for place, bet in section.given("bet"):
        if unknown := _unknown(bet, books):
            yield Problem.of(place, unknown)
    readings = {
        reading
        for book, bet in product(books, bets)
        for meant in book.named(bet)
        for reading in book.wager(meant).reading_names
    }
    for place, reading in section.given("reading"):
        if readings and reading not in readings:
            text = f"no reading {reading!r}; there are {', '.join(sorted(readings))}"
            yield Problem(place, text, "unknown-name")


def _unknown(bet: str, books: Sequence[Rulebook]) -> UnknownNameError | None:
    """Return why no rulebook knows which bet is meant; None if one does, authorised or not."""
    if any(len(book.named(bet) or book.catalogue.named(bet)) == 1 for book in books):
        return None
    try:
        books[0].find(bet)
    except UnknownNameError as error:
        return error
    return None


def digest_of(grid: Path, names: Iterable[str]) -> str:
    """Return the SHA-256 of the contents of *grid* and of the files *names* beside it."""
    digest = sha256()
    for path in [grid, *(grid.parent / name for name in names)]:
        content = read_bytes(str(path), userfiles.MAX_BYTES, TOO_LONG)
        digest.update(f"{len(content)}\n".encode() + content)
    return digest.hexdigest()
