"""Reading a grid file, of bets or of betting plans."""

from __future__ import annotations

from oddscalc._rules import userfiles
from oddscalc._sweeps import gridfile, plangridfile
from oddscalc._sweeps.work import Grid


def read(name: str) -> Grid:
    """Return what the grid file *name* asks.

    Raises:
        DataError: the file is unusable, or one that it names. All problems of the form are told,
            or else all of the size, or else all of the names.
    """
    data = userfiles.read_toml(name, gridfile.TOO_LONG)
    axes = data.get("axes")
    if isinstance(axes, dict) and "plan" in axes:
        return plangridfile.read(name, data)
    return gridfile.read(name)
