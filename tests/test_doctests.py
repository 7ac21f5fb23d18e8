"""The examples in docstrings.

Not by ``--doctest-modules``, which imports every module, sympy and all, before any test can begin.
"""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import oddscalc

ROOT = Path(oddscalc.__file__).parent
WITH_EXAMPLES = [path for path in sorted(ROOT.rglob("*.py")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_give_what_they_show(path: Path) -> None:
    """Each of them: as many are run as are written."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    ran = doctest.testmod(module)
    assert (ran.failed, ran.attempted) == (0, path.read_text("utf-8").count(">>> "))
