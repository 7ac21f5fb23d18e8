"""The command line: parses, calls, prints; nothing is computed here.

Exit codes: 0 fine; 1 a check found something; 2 the input or the command line is unusable;
3 a defect of oddscalc; 130 interrupted.
"""

from __future__ import annotations

import gc
import io
import os
import sys
import traceback

from oddscalc._cli.app import app
from oddscalc._cli.output import UsageError, complain, telling, without_errors
from oddscalc.errors import OddscalcError

GARBAGE = (100_000, 50, 100)
"""How rarely garbage is searched for: sympy alone makes 200,000 objects that all stay."""


def main() -> None:
    """Run the command line and exit with its code."""
    gc.set_threshold(*GARBAGE)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller: there is nobody to tell
            setattr(sys, name, io.StringIO())
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # names that the terminal cannot show
    code = run()
    gc.freeze()  # there is nothing to search for when all ends
    sys.exit(code)


def run() -> int:
    """Run the command line; return the exit code."""
    arguments, form = without_errors(sys.argv[1:])
    telling(form)
    try:
        try:
            return _called(arguments, quiet=form == "json")
        finally:
            sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except OddscalcError as error:
        complain(str(error), error.code)
        return 2
    except MemoryError:
        complain("there is not enough memory for this", "too-much")
        return 2
    except BrokenPipeError:
        _silence_stdout()
        return 0  # the reader has what it wanted: oddscalc ... | head
    except OSError as error:
        _silence_stdout()
        complain(f"the output cannot be written: {error.strerror or error}", "unwritable")
        return 2
    except Exception as error:  # noqa: BLE001 - the border: what escapes to here is our own defect
        if form == "json":
            complain(f"a defect of oddscalc, not of your input; please report it: {error!r}",
                     "defect")  # fmt: skip
            return 3
        traceback.print_exc()
        complain("this is a defect of oddscalc, not of your input; please report it with the above")
        return 3


def _called(arguments: list[str], *, quiet: bool) -> int:
    """Call typer, which tells what is wrong with a command line itself unless it is to be quiet."""
    if not quiet:
        app(arguments, prog_name="oddscalc")
        return 0
    try:
        code = app(arguments, prog_name="oddscalc", standalone_mode=False)
    except UsageError as error:
        complain(error.format_message(), "usage")
        return 2
    return code if isinstance(code, int) else 0


def _silence_stdout() -> None:
    """Keep the interpreter from failing once more when it flushes stdout at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
