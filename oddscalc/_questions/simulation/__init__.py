"""Simulation as a second witness: the same automaton played with NumPy, held against the chain.

No exact number comes from here. What does are counts, and statistics about them: they alone are
floats. Of the exact road only the automaton, its start and the dice are used, so that exploring,
lumping, the merging of rolls and the solver are all on trial.
"""

from importlib.util import find_spec

from oddscalc.errors import OddscalcError


def require() -> None:
    """Refuse to go on without the libraries of the extra ``simulate``.

    Raises:
        OddscalcError: NumPy or SciPy is not installed.
    """
    missing = [name for name in ("numpy", "scipy") if find_spec(name) is None]
    if missing:
        raise OddscalcError(
            f'simulating needs {" and ".join(missing)}: pip install "oddscalc[simulate]"',
            code="not-installed",
        )
