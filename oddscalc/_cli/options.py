"""How a command is declared: with options that others share, and a place for what it prints.

Only typer is imported: `--help` stays quick.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from oddscalc._ask.options import OPTIONS, OUTPUT, SECONDS
from oddscalc._cli import complete
from oddscalc._cli.app import HELP, Command
from oddscalc._cli.output import ERRORS, STDOUT, standing

if TYPE_CHECKING:
    from oddscalc._show.document import Document

FORMATS = ("text", "json", "md", "csv", "html", "tex")

CHARTS = {".svg": "svg"}
"""The format of charts, for the commands that have them."""

_COMPLETED = {"rules": complete.rulebooks, "paytable": complete.paytables}
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Output(NamedTuple):
    """Where an answer goes.

    Args:
        form: the format.
        out: the file it is written to; None for stdout.
    """

    form: str
    out: Path | None

    def print(self, document: "Document") -> str:
        """Print a result, or write it to the file; return it."""
        from oddscalc._cli.output import print_document

        return print_document(document, self.form, self.out)


def option(name: str, **changed: Any) -> Any:
    """Return the option of that name for typer; *changed* are what a command says differently."""
    shared = OPTIONS[name]
    settings: dict[str, Any] = {
        "metavar": None if shared.words else shared.metavar,
        "help": shared.says,
        "rich_help_panel": shared.group,
        "autocompletion": _COMPLETED.get(name),
        "min": 1 if shared.kind == "whole" else None,
    }
    return typer.Option(shared.flag, **{**settings, **changed})


def in_group(group: str, *flags: str, **settings: Any) -> Any:
    """Return an option that a help shows in the *group*."""
    return typer.Option(*flags, rich_help_panel=group, **settings)


_SECONDS = in_group(
    OUTPUT,
    "--seconds",
    min=0,
    metavar="N",
    help="Processor time after which it is stopped; 0 for never.",
)
_ERRORS = in_group(OUTPUT, "--errors", help="How stderr tells errors: a line of JSON, if json.")
Rules = Annotated[str, option("rules")]
RollsPerHour = Annotated[str | None, option("rolls_per_hour")]
Show = Annotated[
    Literal["fraction", "percent", "against", "one-in", "decimal"],
    in_group(OUTPUT, "--show", help="How text shows probabilities beside the fraction."),
]


Sort = Annotated[
    str | None,
    in_group(
        OUTPUT, "--sort", metavar="COLUMN", help="The lowest first, as edge; with - the highest."
    ),
]
Top = Annotated[
    int | None, in_group(OUTPUT, "--top", min=1, metavar="N", help="Only the first N rows.")
]
Columns = Annotated[
    str | None,
    in_group(OUTPUT, "--columns", metavar="A,B,...", help="The columns, as bet,edge,rolls."),
]


def command(
    app: typer.Typer,
    *examples: str,
    options: type | tuple[str, ...] = (),
    said: Mapping[str, Mapping[str, Any]] = _NOTHING,
    formats: Mapping[str, str] = _NOTHING,
    settings: Mapping[str, Any] = _NOTHING,
    seconds: int | None = SECONDS,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that makes a function a command.

    A parameter ``options`` of the function stands for shared options, which it is given by their
    names in Python, without those that are not set; a parameter ``output`` for ``--format``,
    ``--json`` and ``--out``.

    Args:
        app: the application of the module.
        examples: command lines to show in the help.
        options: the names of the shared options, or the type that has them.
        said: of some of them, what the command says differently; ``unset`` is the default.
        formats: formats beside those of the writers, by the suffixes of their files.
        settings: settings of the context of the command.
        seconds: what it may take of processor time by default; None for whatever it takes.
    """
    known = options if isinstance(options, tuple) else options.__annotations__
    names = [name for name in OPTIONS if name in known]

    def declare(function: Callable[..., None]) -> Callable[..., None]:
        own = signature(function).parameters
        parameters = [
            parameter.replace(kind=Parameter.KEYWORD_ONLY)
            for name, parameter in own.items()
            if name not in ("options", "output")
        ]
        if "options" in own:
            parameters += [_parameter(name, said.get(name, {})) for name in names]
        if "output" in own:
            parameters += _output_parameters(formats)
        parameters.append(_keyword("errors", "text", Annotated[_one_of(ERRORS), _ERRORS]))
        if seconds is not None:
            parameters.append(_keyword("seconds", seconds, Annotated[int, _SECONDS]))

        @wraps(function)
        def called(**given: Any) -> None:
            del given["errors"]  # it is read before all else
            if "options" in own:
                shared = {name: given.pop(name) for name in names}
                given["options"] = {k: value for k, value in shared.items() if value is not None}
            if "output" in own:
                form, json, out = (given.pop(name) for name in ("form", "json", "out"))
                given["output"] = output_of(form, json, out, formats)
            if seconds is None:
                function(**given)
                return
            from oddscalc._exact.budget import limited

            with limited(given.pop("seconds"), standing()):
                function(**given)

        # typer reads a command's options from here; the types of functions do not know it:
        called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {argument.name: argument.annotation for argument in parameters}
        declared = app.command(
            cls=Command, epilog="\n".join(examples), context_settings={**HELP, **settings}
        )
        return declared(called)

    return declare


def _parameter(name: str, said: Mapping[str, Any]) -> Parameter:
    """Return the parameter of a shared option."""
    shared, changed = OPTIONS[name], dict(said)
    unset = changed.pop("unset", shared.unset)
    kind: Any = {"whole": int, "prices": list[str]}.get(shared.kind, str)
    kind = _one_of(shared.words) if shared.words else kind
    kind = kind | None if unset is None else kind
    return _keyword(name, unset, Annotated[kind, option(name, **changed)])


def _keyword(name: str, unset: object, annotation: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=unset, annotation=annotation)


def _one_of(words: tuple[str, ...]) -> Any:
    """Return the type of a text that is one of *words*."""
    literal: Any = Literal
    return literal[words]


def _output_parameters(formats: Mapping[str, str]) -> list[Parameter]:
    """Return the parameters that say where an answer goes."""
    form = in_group(OUTPUT, "--format", help="How to print.")
    json = in_group(OUTPUT, "--json", help="Short for --format json.")
    says = "Write to FILE, in the format of its suffix: .txt, .md ..."
    out = in_group(OUTPUT, "--out", metavar="FILE", help=says)
    forms: Any = _one_of((*FORMATS, *formats.values()))
    return [
        _keyword("form", "text", Annotated[forms, form]),
        _keyword("json", False, Annotated[bool, json]),
        _keyword("out", None, Annotated[Path | None, out]),
    ]


def output_of(
    form: str, json: bool, out: Path | None = None, formats: Mapping[str, str] = _NOTHING
) -> Output:
    """Return where an answer goes.

    Raises:
        BadParameter: two of them differ, or no format has the suffix of the file.
    """
    if json and form not in ("text", "json"):
        raise typer.BadParameter(f"--json and --format {form} contradict each other")
    form = "json" if json else form
    if out is None or str(out) == STDOUT:
        return Output(form, None)
    from oddscalc._show.writers import SUFFIXES

    suffixes = {**SUFFIXES, **formats}
    by_suffix = suffixes.get(out.suffix.lower())
    if by_suffix is None and form == "text":
        known = ", ".join(suffixes)
        raise typer.BadParameter(
            f"no format has the suffix of {out.name!r}; there are {known}", param_hint="--out"
        )
    if by_suffix is not None and form not in ("text", by_suffix):
        raise typer.BadParameter(
            f"{out.name!r} is a file for {by_suffix}, and the format asked for is {form}",
            param_hint="--out",
        )
    return Output(by_suffix or form, out)
