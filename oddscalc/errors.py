"""The errors a user can cause, and nothing else.

Every one ends the command line with exit code 2 and its message.
Anything else that escapes is a defect of oddscalc (exit code 3).
"""

from __future__ import annotations

from collections.abc import Sequence


class OddscalcError(Exception):
    """Base of all errors whose cause lies in the input.

    >>> issubclass(UnknownNameError, OddscalcError)
    True
    """


class NumberError(OddscalcError):
    """A number, a price or a set of rolls could not be read."""


class UnknownNameError(OddscalcError):
    """A bet, rulebook, paytable, reading or outcome has no such name, or several."""


class RuleError(OddscalcError):
    """The rules contradict themselves, or the wager may not be made like this."""


class ChainError(RuleError):
    """The wager's rules do not make an absorbing chain that can be solved."""


class DataError(OddscalcError):
    """A data file is unusable. All its problems are reported at once.

    Args:
        file: the file's name, as the user gave it.
        problems: one sentence for each problem, naming the key or line.

    >>> print(DataError("my.toml", ["line 3: expected '='", "bet[0].kind: missing"]))
    my.toml: 2 problems
      line 3: expected '='
      bet[0].kind: missing
    """

    def __init__(self, file: str, problems: Sequence[str]) -> None:
        self.file = file
        self.problems = tuple(problems)
        if len(self.problems) == 1:
            message = f"{file}: {self.problems[0]}"
        else:
            message = "\n  ".join([f"{file}: {len(self.problems)} problems", *self.problems])
        super().__init__(message)
