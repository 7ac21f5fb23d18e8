"""The typer application: it lists every command, and loads only the one that is called.

The modules of the commands leave out ``from __future__ import annotations``: typer would evaluate
every annotation four times.
"""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from oddscalc._ask.options import MONEY, OUTPUT, QUESTION, RULES, TABLE
from oddscalc._version import __version__

COMMANDS = {
    "ask": "Answer questions in JSON, line by line.",
    "bets": "List the bets of a rulebook.",
    "cache": "Show or clear the answers kept on disk.",
    "check": "Check submissions against a rulebook.",
    "claim": "Check a printed number.",
    "design": "List the paytables whose exact edge lies in a band.",
    "diff": "Compare two texts or price lists.",
    "edge": "Print the exact odds and edges of bets.",
    "explain": "Explain how a number comes about.",
    "fair": "Print the prices, commissions or stakes that are fair.",
    "new": "Print the file of a new rulebook, with a comment on every key.",
    "net": "Print the distribution of a net win.",
    "observe": "Test observed rolls or results against theory.",
    "plan": "Print what a betting plan brings.",
    "portfolio": "Print the value of bets made together.",
    "report": "Print all that a laboratory files of a bet.",
    "rolls": "Print how many rolls a bet lasts, exactly.",
    "schema": "Print the JSON Schema of a data file or an output.",
    "serve": "Answer the questions of ask over HTTP.",
    "session": "Print what a session at flat stakes may bring.",
    "simulate": "Play a bet many times against its exact odds.",
    "site": "Write static pages of all bets.",
    "sweep": "Answer a grid of questions, row by row.",
    "tables": "Write or check the published tables.",
    "verify": "Check certificates, and what they are about.",
}
"""The commands, each in the module of its name, with the first line of its docstring."""


HELP = {"help_option_names": ["--help", "-h"]}
"""The settings of every command."""


class Command(TyperCommand):
    """A command whose help shows its options in groups, and its examples one by one."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, then the options of each group."""
        groups: dict[str, list[tuple[str, str]]] = {
            name: [] for name in ("Arguments", QUESTION, RULES, MONEY, TABLE, OUTPUT)
        }
        for parameter in self.get_params(ctx):
            if parameter.param_type_name == "argument":
                group = "Arguments"
            elif parameter.name == "help":
                group = OUTPUT
            else:
                group = getattr(parameter, "rich_help_panel", None) or QUESTION
            if record := parameter.get_help_record(ctx):
                groups[group].append(record)
        for name, records in groups.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples, each as it can be copied."""
        if self.epilog:
            with formatter.section("Examples"):
                for example in self.epilog.splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Commands(TyperGroup):
    """Commands that are no more than their lines of help until one is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, line in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=line)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments, or a shell that completes them, begin with."""
        known = args[0] in self.commands or args[0].startswith("-")
        if not known and (meant := _meant(args[0])):
            ctx.fail(f"No such command {args[0]!r}. Did you mean 'oddscalc {meant}'?")
        name, _, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else None, rest


def _meant(name: str) -> str:
    """Return what someone may have meant who wrote *name* without a command; nothing if unknown."""
    from oddscalc._bets.catalogue import shipped

    if name in ("help", "hand"):
        return {"help": "--help", "hand": "rolls hand"}[name]
    if shipped().named(name):
        return f"edge {name}"
    from oddscalc._questions.plans.plan import PLANS

    return f"plan {name}" if name in PLANS else ""


def load(name: str) -> Any:
    """Import the module of a command, and build the command from the application there."""
    return typer.main.get_command(import_module(f"oddscalc._cli.{name}").app)


def command_app() -> typer.Typer:
    """Return an application for one command, which becomes a command of the whole one."""
    return typer.Typer(add_completion=False, rich_markup_mode=None)


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,  # or words in brackets vanish from the help
    context_settings=HELP,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"oddscalc {__version__}")
        raise typer.Exit


@app.callback(epilog="Example: oddscalc edge pass")
def oddscalc(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Exact odds and house edges for every craps wager, with the clause they follow from."""
