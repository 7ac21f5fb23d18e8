"""``oddscalc check``: submissions against a rulebook."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc._ask.options import OUTPUT
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command, in_group, output_of
from oddscalc._cli.output import emit, progress, put, save

if TYPE_CHECKING:
    from oddscalc._checking.verdicts import Report

Format = Literal["text", "json", "md", "csv", "html", "tex", "sarif"]

app = command_app()


@command(
    app,
    "oddscalc check submission.csv --against us-nj-mini-dice",
)
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
    paytable: Annotated[
        str | None,
        typer.Option(
            "--paytable",
            metavar="P",
            help="A list of which every price must be: an id or a .toml file.",
            autocompletion=complete.paytables,
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
    sheet: Annotated[
        str | None,
        typer.Option("--sheet", metavar="NAME", help="The sheet of a workbook, or its number."),
    ] = None,
    mapped: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="TITLE=KEY",
            help="What a column is for, as 'Odds=pays'; or none, if it is not to be read.",
        ),
    ] = None,
    evidence: Annotated[
        Path | None,
        in_group(
            OUTPUT,
            "--evidence",
            metavar="DIR",
            help="Write input, report, certificates and digests to a new folder.",
        ),
    ] = None,
    annotate: Annotated[
        Path | None,
        in_group(
            OUTPUT,
            "--annotate",
            metavar="FILE",
            help="Write a copy of the workbook with the findings as comments.",
        ),
    ] = None,
    date: Annotated[
        str | None,
        in_group(OUTPUT, "--date", metavar="TEXT", help="A date to print on the report."),
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
            help="As --against; with --template the rulebook of that, else standard.",
            autocompletion=complete.rulebooks,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        in_group(
            OUTPUT,
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
    form: Annotated[Format, in_group(OUTPUT, "--format", help="How to print.")] = "text",
    json: Annotated[bool, in_group(OUTPUT, "--json", help="Short for --format json.")] = False,
) -> None:
    """Check submissions against a rulebook.

    Names, authority, prices, notation, commissions, units, and the mathematics.

    Exit code 2 if a file is unreadable, else 1 on any error (or warning with --strict), else 0.
    """
    from oddscalc._checking.findings import explain as page
    from oddscalc._checking.run import files_of
    from oddscalc._face.check import check as answer

    if explain is not None:
        emit(page(explain))
    elif template is not None:
        _print_template(template, rules or "standard", out)
    elif bool(files) == (rules_file is not None):
        raise typer.BadParameter(
            "name files, or else give --rules-file, --template or --explain", param_hint="FILE"
        )
    else:
        where = output_of(form, json, out, {".sarif": "sarif"})
        with progress("files", len(files_of(files or ()))) as done:
            report = answer(
                files or (),
                rules_file=rules_file,
                against=against,
                rules=rules,
                paytable=paytable,
                strict=strict,
                ignore=ignore or (),
                max_edge=max_edge,
                tolerance=tolerance,
                max_states=max_states,
                date=date,
                sheet=sheet,
                map=mapped or (),
                evidence=evidence,
                annotate=annotate,
                keep=where.form == "sarif",
                progress=done,
            )
        _print(report, where)
        raise typer.Exit(report.exit_code)


def _print(report: "Report", where: Output) -> None:
    from oddscalc._show.words.report import document
    from oddscalc._show.words.sarif import as_sarif

    if where.form == "sarif":
        put(as_sarif(report), where.out)
    else:
        where.print(document(report))


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
