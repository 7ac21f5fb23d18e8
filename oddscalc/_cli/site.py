"""``oddscalc site``: static pages of every bet, table and rulebook."""

from os import cpu_count
from pathlib import Path
from typing import Annotated

import typer

from oddscalc._ask.options import SECONDS
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import complain, progress

app = command_app()

_MOST_WORKERS = 8


@command(
    app,
    "oddscalc site --out site",
    seconds=None,
)
def site(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the pages go.")],
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="R",
            help="Only this rulebook: an id or a .toml file. May be repeated; all by default.",
            autocompletion=complete.rulebooks,
        ),
    ] = None,
    paytable: Annotated[
        list[str] | None,
        typer.Option(
            "--paytable",
            metavar="P",
            help="Show every bet at these prices too: an id or a .toml file. May be repeated.",
            autocompletion=complete.paytables,
        ),
    ] = None,
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bets",
            metavar="FILE",
            help="Own bets, added to the rulebooks of --rules, or else to standard alone.",
        ),
    ] = None,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What the site is called.")
    ] = "oddscalc",
    base: Annotated[
        str,
        typer.Option("--base", metavar="URL", help="The address where it will stand, for links."),
    ] = "",
    seconds: Annotated[
        int,
        typer.Option(
            "--seconds",
            min=0,
            metavar="N",
            help="Processor time to solve a rulebook of --rules or --bets; 0 for any.",
        ),
    ] = SECONDS,
) -> None:
    """Write static pages of all bets.

    They need no server and no network: open index.html in any browser. Files that have not changed
    are left as they are.
    """
    from oddscalc._rules import userfiles
    from oddscalc._site.build import About, count, site
    from oddscalc._tables.tables import write

    if base and not base.startswith(("https://", "http://")):
        raise typer.BadParameter("an address begins with https://", param_hint="--base")
    books = [userfiles.rulebook(name) for name in dict.fromkeys(rules or ())]
    if bets and not books:
        books = [userfiles.rulebook("standard")]
    for file in dict.fromkeys(bets or ()):
        books = [userfiles.bets(file, book)[0] for book in books]
    catalogue = (books or [userfiles.rulebook("standard")])[0].catalogue
    lists = [userfiles.paytable(name, catalogue) for name in dict.fromkeys(paytable or ())]
    workers = 1 if books else min(cpu_count() or 1, _MOST_WORKERS)  # a few books are done sooner
    seconds = seconds if books else 0  # what is shipped is known
    files = changed = 0
    with progress("site", count(books)) as done:
        for name, text in site(books, About(title, base.rstrip("/")), lists, workers, seconds):
            changed += write(out, name, text)
            files += 1
            done(1)
    as_before = f", {files - changed:,} as before" if changed < files else ""
    complain(f"{changed:,} files written to {out}{as_before}; open {out / 'index.html'}")
