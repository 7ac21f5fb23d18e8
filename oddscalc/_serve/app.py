"""The application: one address for questions, and what describes it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from oddscalc._face.ask import error_text, read_question, text_of
from oddscalc._face.commands import COMMANDS
from oddscalc._face.schema import NAMES, schema
from oddscalc._serve.workers import Pool, RequestLimits
from oddscalc._version import __version__
from oddscalc.errors import LimitError, OddscalcError, RangeError

JSON_LINES = "application/x-ndjson"

_STATUS = {"too-much": 413, "too-long": 413, "defect": 500, "busy": 503}
"""The status of an error by its code; 400 of any other."""


def application(workers: int = 2, limits: RequestLimits | None = None) -> Starlette:
    """Return the application, which starts *workers* processes when questions come."""
    pool = Pool(workers, limits or RequestLimits())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        pool.open()
        try:
            yield
        finally:
            await pool.close()

    async def ask(request: Request) -> Response:
        try:
            content = await _body(request, pool.limits.question)
        except LimitError as error:
            return _response(error_text("", error))
        if pool.busy:
            return _response(error_text("", OddscalcError("too many questions wait", code="busy")))
        if request.headers.get("content-type", "").partition(";")[0].strip() == JSON_LINES:
            return StreamingResponse(_lines(content, pool), media_type=JSON_LINES)
        return _response(await _answered(content, pool))

    return Starlette(
        routes=[
            Route("/ask", ask, methods=["POST"]),
            Route("/openapi.json", _openapi),
            Route("/schema/{name}", _schema),
            Route("/health", _health),
        ],
        lifespan=lifespan,
    )


async def _body(request: Request, most: int) -> str:
    """Return what was sent.

    Raises:
        LimitError: it is too long.
    """
    content = b""
    try:
        async for piece in request.stream():
            content += piece
            if len(content) > most:
                raise LimitError(f"the request: over {most:,} bytes")
    except ClientDisconnect:
        return ""
    return content.decode("utf-8", "surrogateescape")


async def _answered(text: str, pool: Pool) -> str:
    """Return the answer to a question, or the error in its place."""
    try:
        return await pool.answer(line_of(text, pool.limits.states))
    except OddscalcError as error:
        return error_text(text, error)


async def _lines(content: str, pool: Pool) -> AsyncIterator[str]:
    for line in content.split("\n"):
        if line.strip():
            yield await _answered(line, pool) + "\n"


def line_of(text: str, states: int) -> str:
    """Return a question as the line that a process is asked, its chain limited to *states*.

    Raises:
        OddscalcError: it is no object; or it asks for more states.

    >>> line_of('{"edge": "pass"}', 20_000)
    '{"edge":"pass","max_states":20000}'
    """
    question = dict(read_question(text))
    given = question.get("max_states", question.get("max-states"))
    if isinstance(given, int) and given > states:
        raise RangeError(f"max_states is {given}; here it may be {states} at most")
    asked = [name for name in question if "max_states" in _options(name)]
    if given is None and len(asked) == 1:
        question["max_states"] = states
    return text_of(question)


def _options(name: str) -> frozenset[str]:
    name = {"edges": "edge"}.get(name, name)
    return COMMANDS[name].options if name in COMMANDS else frozenset()


def _response(text: str) -> Response:
    """Return an answer with the status that it has."""
    code = json.loads(text)["error"]["code"] if _is_error(text) else ""
    status = _STATUS.get(code, 400) if code else 200
    return Response(text, status, media_type="application/json")


def _is_error(text: str) -> bool:
    return text.startswith(('{"error":', '{"id":')) and "error" in json.loads(text)


async def _openapi(_: Request) -> Response:
    return JSONResponse(openapi())


async def _health(_: Request) -> Response:
    return JSONResponse({"oddscalc": __version__})


async def _schema(request: Request) -> Response:
    try:
        return JSONResponse(schema(request.path_params["name"], request.query_params.get("of")))
    except OddscalcError as error:
        return JSONResponse(error.to_dict(), 404)


def openapi() -> dict[str, Any]:
    """Return the description of the addresses, as OpenAPI 3.1."""
    question, answer = (_component(schema("ask", side)) for side in ("file", "output"))
    components = {**question.pop("$defs", {}), **answer.pop("$defs", {})}
    answers = {"$ref": "#/components/schemas/Answer"}
    json_content = {"application/json": {"schema": answers}}
    codes = {
        "200": "the answer", "400": "an error in place of it", "413": "too much is asked",
        "500": "a defect of oddscalc", "503": "too many questions wait",
    }  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "oddscalc", "version": __version__},
        "paths": {
            "/ask": {
                "post": {
                    "summary": "Answer a question, or a line for each of several.",
                    "operationId": "ask",
                    "requestBody": {
                        "required": True,
                        "content": {
                            "application/json": {
                                "schema": {"$ref": "#/components/schemas/Question"}
                            },
                            JSON_LINES: {"schema": {"type": "string"}},
                        },
                    },
                    "responses": {
                        code: {"description": says, "content": json_content}
                        for code, says in codes.items()
                    },
                }
            },
            "/openapi.json": _got("This description."),
            "/health": _got("The version."),
            "/schema/{name}": _got("The JSON Schema of a command or a kind of file.")
            | {
                "parameters": [
                    {"name": "name", "in": "path", "required": True,
                     "schema": {"enum": list(NAMES)}},
                    {"name": "of", "in": "query", "schema": {"enum": ["file", "output"]}},
                ]
            },
        },
        "components": {"schemas": {**components, "Question": question, "Answer": answer}},
    }  # fmt: skip


def _got(summary: str) -> dict[str, Any]:
    json_content = {"application/json": {"schema": {"type": "object"}}}
    return {
        "get": {
            "summary": summary,
            "responses": {"200": {"description": "", "content": json_content}},
        }
    }


def _component(made: dict[str, Any]) -> dict[str, Any]:
    """Return a schema as a component of the description: its references lead there."""
    text = json.dumps(made).replace("#/$defs/", "#/components/schemas/")
    moved: dict[str, Any] = json.loads(text)
    moved.pop("$schema", None)
    return moved
