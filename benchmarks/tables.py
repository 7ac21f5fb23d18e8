"""The results as tables, for the terminal and for the page."""

from __future__ import annotations

from textwrap import fill

from tabulate import tabulate

from benchmarks.chains import PROBLEMS
from benchmarks.goals import Verdict
from benchmarks.growth import TITLES
from benchmarks.ratios import ratio
from benchmarks.results import Results
from benchmarks.startup import COMMANDS

Table = tuple[list[str], list[list[str]]]

WIDTH = 80


def seconds(value: float) -> str:
    """Return a time in a unit that fits it."""
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= unit:
            return f"{value / unit:.3g} {name}"
    return f"{value / 1e-6:.2g} µs"


def chains(results: Results) -> Table:
    """Return the chains and our own times."""
    head = ["chain", "states", "edges", "widest", "bits", "plain", "gmpy2"]
    rows = [
        [PROBLEMS[one.problem].title]
        + [f"{number:,}" for number in (one.states, one.edges, one.widest, one.bits)]
        + [seconds(one.plain), seconds(one.fast)]
        for one in results.chains
    ]
    return head, rows


def peers(results: Results) -> Table:
    """Return how many times as long each peer takes as plain Python."""
    columns = [
        ("Storm", "storm", True),
        ("check", "storm", False),
        ("at once", "storm at once", True),
        ("check", "storm at once", False),
        *((name, name, False) for name in ("icepool", "sympy", "flint")),
    ]
    rows = []
    for one in results.chains:
        ratios = [ratio(results.peers, one.problem, p, loading=loads) for _, p, loads in columns]
        shown = [str(found).rstrip("x") if found else "-" for found in ratios]
        rows.append([PROBLEMS[one.problem].title, *shown])
    return ["chain", *(title for title, _, _ in columns)], rows


def bets(results: Results) -> Table:
    """Return the bets from TOML to answer."""
    head = ["bet", "ours", "Storm's way", "its check", "ratio"]
    rows = []
    for pair in results.bets:
        its, shown = (
            ("-", "-")
            if pair.solve is None
            else (
                seconds(pair.solve),
                f"{pair.ours / pair.solve:.2f}",
            )
        )
        rows.append([PROBLEMS[pair.problem].title, seconds(pair.ours), pair.peer, its, shown])
    return head, rows


def growth(results: Results, family: str) -> Table:
    """Return one growing chain."""
    head = ["n", "states", "edges", "bits", "time", "µs/edge", "ns/bit", "chain", "peak"]
    rows = [
        [f"{number:,}" for number in (one.size, one.states, one.edges, one.bits)]
        + [seconds(one.seconds), f"{1e6 * one.seconds / one.edges:.2f}"]
        + [f"{1e9 * one.seconds / one.states / one.bits:.2f}"]
        + [f"{one.rows_mb:.0f} MB", f"{one.peak_mb:.0f} MB"]
        for one in results.growth
        if one.family == family
    ]
    return head, rows


def startup(results: Results) -> Table:
    """Return the whole processes."""
    head = ["command", "ours", "import of", "its time", "ratio"]
    rows = []
    for one in results.startup:
        command = COMMANDS[one.command]
        times = [seconds(one.yardstick), f"{one.ratio:.2f}"]
        rows.append([command.title, seconds(one.ours), command.yardstick, *times])
    return head, rows


def goals(verdicts: list[Verdict]) -> Table:
    """Return the goals with their verdicts."""
    rows = [[one.goal, one.measured, one.word] for one in verdicts]
    return ["goal", "measured", "verdict"], rows


def markdown(table: Table) -> str:
    """Return the table in Markdown, names to the left and numbers to the right."""
    head, rows = table
    return tabulate(rows, head, tablefmt="pipe", colalign=_aligned(rows), disable_numparse=True)


def text(table: Table) -> str:
    """Return the table in plain text, as narrow as it can be."""
    head, rows = table
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    sides = ["<" if side == "left" else ">" for side in _aligned(rows)]

    def line(cells: list[str]) -> str:
        columns = zip(cells, sides, widths, strict=True)
        return "  ".join(f"{cell:{side}{width}}" for cell, side, width in columns).rstrip()

    return "\n".join([line(head), line(["-" * width for width in widths]), *map(line, rows)])


def _aligned(rows: list[list[str]]) -> list[str]:
    """Return right for the columns of which every cell is a number, perhaps with a unit."""
    columns = zip(*rows, strict=True)
    return ["right" if all(c[:1] in "0123456789>-" for c in cells) else "left" for cells in columns]


def terminal(results: Results, verdicts: list[Verdict]) -> str:
    """Return all that was measured, 80 columns wide."""
    parts = []
    if results.chains:
        parts += [
            "Our solver",
            text(chains(results)),
            "How many times as long others take as plain Python"
            "\n(Storm: reading and checking, then checking alone)",
            text(peers(results)),
        ]
    if results.bets:
        parts += ["From TOML to answer", text(bets(results))]
    for family, title in TITLES.items():
        if any(one.family == family for one in results.growth):
            parts += [f"Growth: {title}", text(growth(results, family))]
    if results.startup:
        parts += ["Whole processes", text(startup(results)).replace("`", "")]
    parts += ["Goals", "\n".join(map(_line, verdicts))]
    return "\n\n".join(parts)


def _line(verdict: Verdict) -> str:
    text = f"{verdict.word.upper():6} {verdict.goal}: {verdict.measured}".replace("`", "")
    return fill(text, WIDTH, subsequent_indent=" " * 7)
