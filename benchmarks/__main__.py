"""``python -m benchmarks``: measure everything, print it, write the page."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from benchmarks import charts, goals, machine, measure, page, plans, startup, tables, user
from benchmarks.chains import PROBLEMS
from benchmarks.children import ROOT, MeasurementError, progress
from benchmarks.peers import PEERS
from benchmarks.results import Chained, Pair, Results

SECTIONS = ("agreement", "chains", "peers", "bets", "growth", "startup")


def main() -> None:
    """Run the command."""
    asked = arguments()
    if asked.user:
        users(asked)
    elif asked.plans:
        text = plans.page(asked.date or "", asked.seconds)
        (asked.docs / "benchmarks-plans.md").write_text(text, encoding="utf-8")
    else:
        solvers(asked)


def solvers(asked: argparse.Namespace) -> None:
    """Measure the solver beside its peers; print it, and write the page."""
    results = Results()
    if asked.results and asked.results.exists():
        results = Results.load(asked.results)
    effort = measure.Effort(
        asked.quick, asked.seconds, asked.limit, asked.patient, asked.problems, asked.peers
    )
    try:
        for section in SECTIONS:
            if section in asked.only:
                progress(f"== {section}")
                run(section, results, effort)
                if asked.results:
                    results.save(asked.results)
    except MeasurementError as error:
        sys.exit(f"benchmarks: {error}")
    if asked.date or not results.machine:
        results.machine = machine.described(asked.date)
    if asked.results:
        results.save(asked.results)
    verdicts = list(goals.verdicts(results))
    sys.stdout.write(tables.terminal(results, verdicts) + "\n")
    if not asked.quick:
        asked.docs.mkdir(parents=True, exist_ok=True)
        (asked.docs / "benchmarks.md").write_text(page.page(results, verdicts), encoding="utf-8")
        charts.draw(results, asked.docs / "benchmarks")


def users(asked: argparse.Namespace) -> None:
    """Measure what users wait for; renew its page, or only look for losses."""
    found = list(user.waits(3 if asked.quick else 7, quick=asked.quick))
    sys.stdout.write("\n".join(one.line for one in found) + "\n")
    if lost := user.losses(found):
        sys.exit("benchmarks: slower than before\n" + "\n".join(lost))
    if not asked.quick:
        user.keep(found, asked.date or "")
        (asked.docs / "benchmarks-user.md").write_text(user.page(found), encoding="utf-8")


def arguments() -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__)
    add = parser.add_argument
    add("--quick", action="store_true", help="small chains only, and no page; under a minute")
    add("--user", action="store_true", help="what users wait for; with --quick, only losses")
    add("--plans", action="store_true", help="betting plans beside play, and their growth")
    add("--patient", action="store_true", help="wait for icepool until its goal is settled")
    add("--limit", type=float, help="stop a peer that is busy for so many seconds (60; quick: 1)")
    add("--seconds", type=float, help="repeat a measurement for so long (4; quick: 0.2)")
    add("--date", help="the date that the page shows")
    add("--only", nargs="*", choices=SECTIONS, default=SECTIONS, help="measure only these")
    add("--problems", nargs="*", choices=PROBLEMS, default=(), help="measure only these chains")
    add("--peers", nargs="*", choices=PEERS, default=(), help="measure only these peers")
    add("--results", type=Path, help="a JSON file that keeps what was measured")
    add("--docs", type=Path, default=ROOT / "docs", help="where the page is written")
    asked = parser.parse_args()
    asked.limit = asked.limit or (1.0 if asked.quick else 60.0)
    asked.seconds = asked.seconds or (0.2 if asked.quick else 4.0)
    return asked


def run(section: str, results: Results, effort: measure.Effort) -> None:
    """Measure one section."""
    if section == "agreement":
        agreement()
    elif section == "chains":
        results.chains = replaced(results.chains, measure.chains(effort))
    elif section == "peers":
        results.peers = replaced(results.peers, measure.peers(effort, results.chains))
    elif section == "bets":
        results.bets = replaced(results.bets, measure.bets(effort, results.peers))
    elif section == "growth":
        results.growth = list(measure.growth(effort))
    else:
        results.startup = list(startup.startup(3 if effort.quick else 15))


One = TypeVar("One", Chained, Pair)


def replaced(kept: Iterable[One], measured: Iterable[One]) -> list[One]:
    """Return what was measured, and of what was kept that which was not measured again."""
    found = {one.key: one for one in kept} | {one.key: one for one in measured}
    return list(found.values())


def agreement() -> None:
    """Solve the random chains with every solver.

    Raises:
        MeasurementError: two differ.
    """
    test = "benchmarks/test_differential.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise MeasurementError(f"the solvers differ:\n{ran.stdout[-2000:]}")


if __name__ == "__main__":
    main()
