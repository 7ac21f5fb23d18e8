"""``oddscalc cache``: what is kept on disk between runs."""

from typing import Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command

app = command_app()


@command(
    app,
    "oddscalc cache info",
    seconds=None,
)
def cache(
    action: Annotated[
        Literal["info", "clear"],
        typer.Argument(metavar="info|clear", help="Tell what there is, or delete it."),
    ],
    *,
    output: Output,
) -> None:
    """Show or clear the answers kept on disk.

    The environment variable ODDSCALC_CACHE_DIR names another directory for them.
    """
    from oddscalc._chain.store import user_store
    from oddscalc._show.words.kept import cleared, kept

    store = user_store()
    if action == "clear":
        output.print(cleared(str(store.directory), store.clear()))
        return
    sizes = [path.stat().st_size for path in store.entries()]
    output.print(kept(str(store.directory), len(sizes), sum(sizes)))
