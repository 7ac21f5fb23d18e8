"""Asking what was observed against theory: a file and the options of a bet."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from oddscalc._ask.asked import query
from oddscalc._ask.options import Options
from oddscalc._ask.query import ask
from oddscalc._chain.model import table_of
from oddscalc._questions.observe.logfile import RollLog, read
from oddscalc._questions.observe.report import LEVEL
from oddscalc._questions.observe.resulttests import ResultReport, result_report
from oddscalc._questions.observe.rolltests import RollReport, roll_report
from oddscalc.errors import DataError

Observed = RollReport | ResultReport


def observed(
    file: str, bets: Sequence[str], level: Fraction = LEVEL, options: Options | None = None
) -> Observed:
    """Return the tests of a file with rolls or results.

    Args:
        file: a CSV file; ``-`` for standard input.
        bets: of rolls, the bets to make on them; of results, the only ones that count, or the one
            that they are of if they do not say.
        level: what corrected p-values are held against.
        options: rules, prices, placing and stake of the bets; the usual reading by default.

    Raises:
        DataError: the file is unusable; all problems are listed.
        OddscalcError: a bet or an option cannot be used.
    """
    given: Options = options or {}
    names, asked = query(bets, {**given, "reading": given.get("reading") or "usual"})
    log = read(file, names[0] if len(names) == 1 else None)
    if isinstance(log, RollLog):
        answers = ask(names, asked) if names else ()
        dice = asked.placing.dice
        return roll_report(file, log, dice, table_of(asked.rules), answers, level)
    if names:
        ids = {asked.rules.find(name)[0].id for name in names}
        kept = [row for row in log if ids & set(asked.rules.named(row.bet))]
        if not kept:
            raise DataError(file, [f"no results of {', '.join(names)}"], code="incomplete")
        log = kept
    return result_report(file, log, asked, level)
