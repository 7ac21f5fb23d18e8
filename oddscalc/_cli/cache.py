"""``oddscalc cache``: what is kept on disk between runs."""

from typing import Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import emit

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
) -> None:
    """Show or clear the answers kept on disk.

    The environment variable ODDSCALC_CACHE_DIR names another directory for them.
    """
    from oddscalc._chain.store import user_store

    store = user_store()
    if action == "clear":
        emit(f"{store.clear():,} entries deleted from {store.directory}")
        return
    sizes = [path.stat().st_size for path in store.entries()]
    emit(f"directory  {store.directory}\nentries    {len(sizes):,}\nbytes      {sum(sizes):,}")
