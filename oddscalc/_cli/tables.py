"""``oddscalc tables``: the published odds tables."""

from pathlib import Path
from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import complain, emit, progress

app = command_app()


@command(
    app,
    "oddscalc tables --check --verify",
    seconds=None,
)
def tables(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the tables are.")] = Path(
        "tables"
    ),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if the tables would change.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Verify the certificate of every number, too.")
    ] = False,
    certificates: Annotated[
        Path | None,
        typer.Option("--certificates", metavar="DIR", help="Write all certificates, too."),
    ] = None,
) -> None:
    """Write or check the published tables."""
    from oddscalc._face.tables import tables as published
    from oddscalc._tables.tables import count

    with progress("tables", count()) as done:
        answer = published(
            out, check=check, verify=verify, certificates=certificates, progress=done
        )
    if not answer:
        emit("".join(answer.differences))
        count_text = f"{len(answer.differences)} differences from what would be written"
        complain(f"{count_text}, or claims not proven")
        raise typer.Exit(1)
    complain(
        f"{len(answer.files)} files"
        f" {'are as they would be written' if check else f'written to {out}'}"
    )
    if verify:
        complain(f"{answer.proofs:,} certificates prove what is claimed")
