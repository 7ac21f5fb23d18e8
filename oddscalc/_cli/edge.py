"""``oddscalc edge``: the exact value of bets."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from oddscalc._ask.options import OUTPUT, Options
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    Columns,
    Output,
    RollsPerHour,
    Show,
    Sort,
    Top,
    command,
    in_group,
)
from oddscalc._cli.output import STDOUT, save

if TYPE_CHECKING:
    from oddscalc._ask.query import Valued
    from oddscalc._show.document import Document

app = command_app()

_DICE = (
    "fair; srr=7 (one 7 in 7 rolls); on-axis-2-5; 6, 12 or 36 weights separated by commas, or a"
    " file of 36; with symbols, as p7, srr, p1..p6 or 1/6+e, the answer is a formula."
)


@command(
    app,
    "oddscalc edge pass",
    "oddscalc edge fire --rules us-pa --pays 4='24 to 1'",
    "oddscalc edge place-6 --stake 6 --round down --from on",
    "oddscalc edge --all --sort edge --top 10",
    options=Options,
    said={
        "stake": {"metavar": "N|A..B", "help": "The amount staked, or a range to try."},
        "dice": {"help": _DICE},
    },
)
def edge(
    bets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BET]...",
            help="Ids or names, or .toml files with bets.",
            autocompletion=complete.bets,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every wager of the rulebook.")] = False,
    rolls_per_hour: RollsPerHour = None,
    sort: Sort = None,
    top: Top = None,
    columns: Columns = None,
    show: Show = "decimal",
    certificate: Annotated[
        Path | None,
        in_group(
            OUTPUT,
            "--certificate",
            metavar="FILE",
            help="Write a proof that `oddscalc verify` checks.",
        ),
    ] = None,
    expand: Annotated[
        bool, in_group(OUTPUT, "--expand", help="Formulas in symbols as one fraction each.")
    ] = False,
    no_cache: Annotated[
        bool, in_group(OUTPUT, "--no-cache", help="Neither read nor keep answers on disk.")
    ] = False,
    *,
    options: Options,
    output: Output,
) -> None:
    """Print the exact odds and edges of bets.

    One row, or card, for each reading of the text.
    """
    given = dict(locals())
    from oddscalc._chain.store import user_store
    from oddscalc._cli.kept import printed_by

    store = None if no_cache else user_store()
    printed = printed_by("edge", given, None if certificate else store, output.out)
    if printed.again() is not None:
        return

    from dataclasses import replace

    from oddscalc._ask.asked import in_symbols, query
    from oddscalc._ask.query import ask, ask_all, over_stakes
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._money.ticket import parse_stakes
    from oddscalc._show.columns import Choice
    from oddscalc._show.words import edge as words
    from oddscalc._show.words import stakes as staked
    from oddscalc._show.words.figures import Showing

    if every == bool(bets):
        raise typer.BadParameter("name bets, or else give --all", param_hint="BET")
    if in_symbols(options):
        printed.print(_formulas(given), output.form)
        return
    if expand:
        raise typer.BadParameter("neither dice nor prices have symbols", param_hint="--expand")
    form, stake = output.form, options.pop("stake", None)
    stakes = parse_stakes(str(stake), parse_rational(str(options["unit"]))) if stake else []
    if stakes:
        options["stake"] = stakes[0]
    names, asked = query(bets or [], options)
    asked = replace(asked, store=store)
    showing = Showing(show, parse_rational(rolls_per_hour) if rolls_per_hour else None)
    if len(stakes) > 1:
        if every:
            raise typer.BadParameter("a range of stakes is for named bets", param_hint="--stake")
        if certificate is not None:
            raise typer.BadParameter("a certificate is of one stake", param_hint="--certificate")
        printed.print(staked.document(over_stakes(names, asked, stakes)), form)
        return
    answers, left_out = ask_all(asked) if every else (ask(names, asked), [])
    if certificate is not None and _certified(answers, certificate):
        return
    choice = Choice.of(sort, top, columns, words.COLUMNS)
    document = words.document(answers, showing, cards=len(names) == 1, choice=choice)
    left = left_out if top is None else []  # of rows that are shown there is nothing left out
    printed.print(document, form, *(f"left out: {reason}" for reason in left))


def _certified(answers: "list[Valued]", path: Path) -> bool:
    """Write the certificate; return whether that is on stdout, which holds nothing else then."""
    from oddscalc._proof.certificate import certificates

    save(certificates(answers), path)
    return str(path) == STDOUT


def _formulas(given: dict[str, Any]) -> "Document":
    """Return the answers in formulas, which go with fewer options than numbers."""
    from oddscalc._questions.symbols import edge
    from oddscalc._show.words.formula import document

    for name, unusable in {
        "--all": given["every"],
        "--certificate": given["certificate"] is not None,
        "--rolls-per-hour": given["rolls_per_hour"] is not None,
        "--solver": given["options"]["solver"] != "auto",
        "--show": given["show"] != "decimal",
        "--stake": ".." in given["options"].get("stake", ""),
    }.items():
        if unusable:
            raise typer.BadParameter("not for formulas, which are of named bets", param_hint=name)
    return document(edge(*given["bets"], expand=given["expand"], **given["options"]))
