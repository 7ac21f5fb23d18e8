"""The growth curves as SVG."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.growth import TITLES
from benchmarks.results import Grown, Results

Measure = Callable[[Grown], float]


def draw(results: Results, folder: Path) -> None:
    """Write ``growth.svg`` and ``bankroll.svg`` into *folder*."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "oddscalc"  # the same file for the same results
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for family in ("repeats", "throws"):
        grown = [one for one in results.growth if one.family == family]
        _curve(left, grown, lambda one: one.edges, lambda one: one.seconds, linear=True)
        _curve(right, grown, lambda one: one.edges, lambda one: one.peak_mb)
    _label(left, "edges", "seconds to solve")
    _label(right, "edges", "peak memory of the process, MB")
    _save(figure, folder / "growth.svg")

    figure, axes = pyplot.subplots(figsize=(5, 4), layout="constrained")
    grown = [one for one in results.growth if one.family == "bankroll"]
    _curve(axes, grown, _size, lambda one: one.seconds, linear=True)
    _label(axes, "states times bits of the answer", "seconds to solve")
    _save(figure, folder / "bankroll.svg")


def _curve(axes: Any, grown: list[Grown], x: Measure, y: Measure, *, linear: bool = False) -> None:
    if grown:
        xs, ys = [x(one) for one in grown], [y(one) for one in grown]
        (drawn,) = axes.plot(xs, ys, marker="o", markersize=3, label=TITLES[grown[0].family])
        if linear:
            last = [ys[-1] * x / xs[-1] for x in xs]
            axes.plot(xs, last, "--", color=drawn.get_color(), linewidth=0.7, label="linear")


def _size(one: Grown) -> float:
    return one.states * one.bits


def _label(axes: Any, x: str, y: str) -> None:
    axes.set(xscale="log", yscale="log", xlabel=x, ylabel=y)
    axes.grid(visible=True, which="major", linewidth=0.3)
    axes.legend(fontsize="small")


def _save(figure: Any, path: Path) -> None:
    figure.savefig(path, metadata={"Date": None})
