"""``oddscalc diff``: what changed between two rulebooks, paytables or submissions."""

from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, Sort, Top, command
from oddscalc._cli.output import complain

app = command_app()


@command(
    app,
    "oddscalc diff us-ma us-pa",
    "oddscalc diff customary massino --kind paytable --sort=-change --top 5",
)
def diff(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A rulebook or paytable: id or .toml; a submission; or a file of bets.",
            autocompletion=complete.texts,
        ),
    ],
    b: Annotated[
        str,
        typer.Argument(
            metavar="B", help="Another of the same kind.", autocompletion=complete.texts
        ),
    ],
    kind: Annotated[
        Literal["rulebook", "paytable", "submission"] | None,
        typer.Option("--kind", help="What is meant; of an id of both the rulebook by default."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="R",
            help="Of paytables and submissions: the rulebook for both; of paytables by default the"
            " first that has the bet, of submissions the one that each names.",
            autocompletion=complete.rulebooks,
        ),
    ] = None,
    paytable: Annotated[
        str | None,
        typer.Option(
            "--paytable",
            metavar="P",
            help="Of rulebooks: the prices for both; each one's own or customary by default.",
            autocompletion=complete.paytables,
        ),
    ] = None,
    only: Annotated[
        Literal["prices"] | None,
        typer.Option("--only", help="The prices alone, not their sources and other texts."),
    ] = None,
    sort: Sort = None,
    top: Top = None,
    *,
    output: Output,
) -> None:
    """Compare two texts or price lists.

    Rulebooks, paytables, submissions or bets of one's own, wager by wager; exit 1 if they
    differ.
    """
    given = dict(locals())
    from oddscalc._chain.store import user_store
    from oddscalc._cli.kept import printed_by

    printed = printed_by("diff", given, user_store(), output.out)
    if (code := printed.again()) is not None:
        raise typer.Exit(code)
    from oddscalc._face.diff import diff as answer
    from oddscalc._show.columns import Choice
    from oddscalc._show.words.difference import COLUMNS, document

    differences = answer(a, b, kind=kind, rules=rules, paytable=paytable, only=only)
    if not differences:
        complain("no difference")
        return
    chosen = Choice.of(sort, top, None, COLUMNS)
    printed.print(document(differences, chosen), output.form, code=1)
    raise typer.Exit(1)
