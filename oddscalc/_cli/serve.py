"""``oddscalc serve``: the questions of ``ask`` over HTTP."""

import socket
from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import complain

app = command_app()


@command(
    app,
    "oddscalc serve --port 8000 --workers 2",
    seconds=None,
)
def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65_535, metavar="N", help="The port.")
    ] = 8000,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, metavar="N", help="Processes that answer.")
    ] = 2,
    seconds: Annotated[
        float,
        typer.Option("--seconds", min=0.1, metavar="N", help="Processor time for one question."),
    ] = 10,
    max_states: Annotated[
        int, typer.Option("--max-states", min=1, metavar="N", help="Most states of a chain.")
    ] = 20_000,
    memory: Annotated[
        int, typer.Option("--memory", min=256, metavar="MB", help="Memory of each process.")
    ] = 2_048,
    max_bytes: Annotated[
        int, typer.Option("--max-bytes", min=100, metavar="N", help="The longest request.")
    ] = 1_000_000,
) -> None:
    """Answer the questions of ask over HTTP.

    POST /ask takes a question as JSON, or several as JSON Lines; /openapi.json describes it. No
    file is read for a question. Needs the extra serve.
    """
    try:
        import uvicorn

        from oddscalc._serve.app import application
        from oddscalc._serve.workers import RequestLimits
    except ModuleNotFoundError as error:
        from oddscalc.errors import OddscalcError

        raise OddscalcError(
            f"{error.name} is not installed; pip install 'oddscalc[serve]'", code="not-installed"
        ) from None
    limits = RequestLimits(seconds, memory << 20, max_states, max_bytes)
    served = uvicorn.Config(application(workers, limits), log_level="warning", access_log=False)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise typer.BadParameter(f"{host}:{port}: {error.strerror or error}") from None
        complain(f"listening on http://{host}:{listening.getsockname()[1]}")
        uvicorn.Server(served).run([listening])
