"""Options that several commands share. Only typer is imported: `--help` stays quick."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, cast

import typer

from oddscalc._cli import complete

if TYPE_CHECKING:
    from oddscalc._ask.options import Options

Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="R",
        help="Rulebook: an id or a .toml file.",
        autocompletion=complete.rulebooks,
    ),
]
Reading = Annotated[
    str | None, typer.Option("--reading", metavar="NAME", help="Only this reading of the text.")
]
Paytable = Annotated[
    str | None,
    typer.Option(
        "--paytable",
        metavar="P",
        help="Paytable: an id or a .toml file; the rulebook's own or customary by default.",
        autocompletion=complete.paytables,
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pays",
        metavar="[BET:]OUTCOME=PRICE",
        help="A price instead of the paytable's, like 12='3 to 1'. May be repeated.",
    ),
]
Working = Annotated[
    Literal["on", "off"] | None,
    typer.Option("--working", help="Whether the bet works on come-out rolls."),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="W",
        help="Where the table stands when the bet is placed: come-out, on (a point just"
        " established) or the point, 4 to 10.",
    ),
]
DiceText = Annotated[
    str,
    typer.Option(
        "--dice",
        metavar="SPEC",
        help="fair; srr=7 (one 7 in 7 rolls); or 6, 12 or 36 weights separated by commas.",
    ),
]
MaxStates = Annotated[
    int, typer.Option("--max-states", min=1, metavar="N", help="Most states a chain may have.")
]
Vig = Annotated[
    str | None,
    typer.Option(
        "--vig",
        metavar="TEXT",
        help="Commission: '5% of win, when placed, rounded down to 1, at least 1'; or none.",
    ),
]
Odds = Annotated[
    str | None,
    typer.Option(
        "--odds",
        metavar="SCHEDULE",
        help="Odds behind line bets: 2x, 345x, full-double, 4/10=3x,5/9=4x,6/8=5x; 'win 2x'.",
    ),
]
Unit = Annotated[
    str, typer.Option("--unit", metavar="N", help="The smallest amount that can be paid.")
]
Rounding = Annotated[
    Literal["exact", "down", "nearest", "up", "refuse"] | None,
    typer.Option(
        "--round",
        help="How the total net win is rounded to the unit; as the rulebook says by default.",
    ),
]
RollsPerHour = Annotated[
    str | None,
    typer.Option("--rolls-per-hour", metavar="N", help="Print the expected cost per hour."),
]
Show = Annotated[
    Literal["fraction", "percent", "against", "one-in", "decimal"],
    typer.Option("--show", help="How text shows probabilities beside the fraction."),
]
Format = Annotated[
    Literal["text", "json", "md", "csv", "html", "tex"],
    typer.Option("--format", help="How to print."),
]
Json = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Write to FILE, in the format of its suffix: .txt, .md ..."
    ),
]
Form = TypeVar("Form", bound=str)


def chosen(
    form: Form, json: bool, out: Path | None = None, more: Mapping[str, str] = MappingProxyType({})
) -> Form:
    """Return the format, which ``--json`` and the suffix of the file *out* also give.

    The command has the formats of *more* suffixes beside those of the writers.

    Raises:
        BadParameter: two of them differ, or no format has the suffix.
    """
    if json and form not in ("text", "json"):
        raise typer.BadParameter(f"--json and --format {form} contradict each other")
    form = cast("Form", "json") if json else form
    if out is None:
        return form
    from oddscalc._show.writers import SUFFIXES

    suffixes = {**SUFFIXES, **more}
    by_suffix = suffixes.get(out.suffix.lower())
    if by_suffix is None and form == "text":
        known = ", ".join(suffixes)
        raise typer.BadParameter(
            f"no format has the suffix of {out.name!r}; there are {known}", param_hint="--out"
        )
    if by_suffix is not None and form not in ("text", by_suffix):
        raise typer.BadParameter(
            f"{out.name!r} is a file for {by_suffix}, and the format asked for is {form}",
            param_hint="--out",
        )
    return cast("Form", by_suffix or form)


def collect(dice: str, **given: object) -> "Options":
    """Return the options that were given, the dice read."""
    from oddscalc._dice.dice import parse_dice

    options = {name: value for name, value in given.items() if value is not None}
    return cast("Options", {**options, "dice": parse_dice(dice)})
