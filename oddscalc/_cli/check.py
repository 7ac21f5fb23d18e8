"""``oddscalc check``: submissions against a rulebook."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Json, chosen
from oddscalc._cli.output import emit, print_document, progress, put, save

if TYPE_CHECKING:
    from fractions import Fraction

    from oddscalc._checking.lines import Limits
    from oddscalc._checking.verdicts import Report

Format = Literal["text", "json", "md", "csv", "html", "tex", "sarif"]

app = command_app()


@app.command(epilog="Example: oddscalc check submission.csv --against us-nj-mini-dice")
def check(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Submissions, or directories of them."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="R",
            help="The rulebook, whatever the files name.",
            autocompletion=complete.rulebooks,
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count too.")] = False,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore",
            metavar="CODE[=REASON]",
            help="A kind of finding not to count.",
            autocompletion=complete.codes,
        ),
    ] = None,
    max_edge: Annotated[
        str | None, typer.Option("--max-edge", metavar="RATE", help="The highest edge accepted.")
    ] = None,
    tolerance: Annotated[
        str | None,
        typer.Option("--tolerance", metavar="RATE", help="How far a claimed edge may be off."),
    ] = None,
    max_states: Annotated[
        int, typer.Option("--max-states", min=1, metavar="N", help="Of a wager in a submission.")
    ] = 20_000,
    date: Annotated[
        str | None, typer.Option("--date", metavar="TEXT", help="A date to print on the report.")
    ] = None,
    template: Annotated[
        Literal["toml", "csv", "xlsx"] | None,
        typer.Option("--template", help="Print a submission to start from; see --rules, --out."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="R",
            help="The rulebook of the template; else standard.",
            autocompletion=complete.rulebooks,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where the report goes, in the format of its suffix; or the template.",
        ),
    ] = None,
    rules_file: Annotated[
        str | None,
        typer.Option("--rules-file", metavar="FILE", help="Check the definitions of a rulebook."),
    ] = None,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain",
            metavar="CODE",
            help="Explain a kind of finding.",
            autocompletion=complete.codes,
        ),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How to print.")] = "text",
    json: Json = False,
) -> None:
    """Check submissions against a rulebook.

    Names, authority, prices, notation, commissions, units, and the mathematics.

    Exit code 2 if a file is unreadable, else 1 on any error (or warning with --strict), else 0.
    """
    from oddscalc._checking.findings import explain as page
    from oddscalc._checking.lines import Limits

    if rules is not None and template is None:
        raise typer.BadParameter(
            "goes with --template; --against names the rulebook of a check", param_hint="--rules"
        )
    if explain is not None:
        emit(page(explain))
    elif template is not None:
        _print_template(template, rules or "standard", out)
    elif bool(files) == (rules_file is not None):
        raise typer.BadParameter(
            "name files, or else give --rules-file, --template or --explain", param_hint="FILE"
        )
    else:
        form = chosen(form, json, out, {".sarif": "sarif"})
        limits = Limits(
            max_edge=None if max_edge is None else _rate(max_edge, "--max-edge"),
            tolerance=None if tolerance is None else _rate(tolerance, "--tolerance"),
            max_states=max_states,
        )
        reasons = _reasons(ignore or [])
        if rules_file is not None:
            report = _linted(rules_file, limits, reasons, strict, date)
        else:
            report = _checked(files or [], against, limits, reasons, strict, date)
        _print(report, form, out)
        raise typer.Exit(report.exit_code)


def _rate(text: str, option: str) -> "Fraction":
    """Return a rate from 0 to below 1; 5 without a percent sign is a slip."""
    from oddscalc._exact.numbers import parse_rate

    rate = parse_rate(text)
    if not 0 <= rate < 1:
        hint = f"; did you mean {text.strip()}%?" if "%" not in text and rate > 0 else ""
        raise typer.BadParameter(f"{text!r} is no rate from 0% to 100%{hint}", param_hint=option)
    return rate


def _reasons(ignore: list[str]) -> dict[str, str]:
    from oddscalc._checking.findings import explain as page

    reasons = {}
    for text in ignore:
        code, _, reason = text.partition("=")
        page(code.strip())  # refuses what is no code
        reasons[code.strip()] = reason.strip() or "no reason given"
    return reasons


def _linted(
    name: str, limits: "Limits", ignored: dict[str, str], strict: bool, date: str | None
) -> "Report":
    from oddscalc._checking.run import lint_file
    from oddscalc._checking.verdicts import Report
    from oddscalc._version import __version__

    return Report((lint_file(name, limits),), ignored, strict, date, __version__)


def _checked(
    names: list[str],
    against: str | None,
    limits: "Limits",
    ignored: dict[str, str],
    strict: bool,
    date: str | None,
) -> "Report":
    from oddscalc._checking.run import check_files, files_of

    names = files_of(names)
    with progress("files", len(names)) as done:
        return check_files(
            names, against, limits, ignored=ignored, strict=strict, date=date, progress=done
        )


def _print(report: "Report", form: str, out: Path | None) -> None:
    from oddscalc._show.words.report import document
    from oddscalc._show.words.sarif import as_sarif

    if form == "sarif":
        put(as_sarif(report), out)
    else:
        print_document(document(report), form, out)


def _print_template(form: Literal["toml", "csv", "xlsx"], rules: str, out: Path | None) -> None:
    from oddscalc._checking.templates import template
    from oddscalc._rules import userfiles

    content = template(form, userfiles.rulebook(rules))
    if out is not None:
        save(content, out)
    elif form == "xlsx":
        raise typer.BadParameter("an xlsx template needs --out FILE", param_hint="--template")
    else:
        emit(content.decode("ascii"))
