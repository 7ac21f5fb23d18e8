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


class BarePriceError(NumberError):
    """A price was given as a bare number, which can mean two prices.

    Args:
        text: what was given.
        readings: the two prices that it can mean.
        told: what more there is to say.

    >>> BarePriceError("30", ("30 to 1", "30 for 1")).readings
    ('30 to 1', '30 for 1')
    """

    def __init__(self, text: str, readings: tuple[str, str], told: str = "") -> None:
        self.text, self.readings = text, readings
        to, for_ = readings
        super().__init__(
            f"the price {text!r} can be read in two ways: '{to}' (the stake comes back on top) or"
            f" '{for_}' (the stake is included){told}; write one of them"
        )


class UnknownNameError(OddscalcError):
    """A bet, rulebook, paytable, reading or outcome has no such name, or several."""


class RuleError(OddscalcError):
    """The rules contradict themselves, or the wager may not be made like this."""


class UnpayableError(RuleError):
    """A stake whose win cannot be paid in whole units, where that is refused."""


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
