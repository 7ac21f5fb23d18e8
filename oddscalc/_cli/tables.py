"""``oddscalc tables``: the published odds tables."""

from pathlib import Path
from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.output import complain, emit, progress

app = command_app()


@app.command(epilog="Example: oddscalc tables --check --verify")
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
    from oddscalc._proof.verify import verify as problems_of
    from oddscalc._tables import tables as published

    known: set[str] = set()
    found: list[str] = []
    proofs = 0

    def receive(name: str, text: str) -> None:
        nonlocal proofs
        if verify:
            proofs += 1
            found.extend(f"{name}: {problem}\n" for problem in problems_of(text))
        if certificates is not None:
            published.write(certificates, name, text)

    with progress("tables", published.count()) as done:
        for name, text in published.files(receive):
            known.add(name)
            if not check:
                published.write(out, name, text)
            elif difference := published.difference(out, name, text):
                found.append(difference)
            done(1)
    if check:
        strangers = published.strangers(out, known)
        found += [f"{out / name}: is no table of ours\n" for name in strangers]
    if found:
        emit("".join(found))
        complain(f"{len(found)} differences from what would be written, or claims not proven")
        raise typer.Exit(1)
    complain(
        f"{len(known)} files {'are as they would be written' if check else f'written to {out}'}"
    )
    if verify:
        complain(f"{proofs:,} certificates prove what is claimed")
