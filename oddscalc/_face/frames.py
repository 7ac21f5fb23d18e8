"""The rows of results as tables of pandas, polars and Arrow, which are imported only then.

All columns are text: exact numbers as fractions, or above and below the line, with their decimals
beside them. A column of floats would not be exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from oddscalc.errors import DataError

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame
    from polars import DataFrame as PolarsFrame
    from pyarrow import Table as ArrowTable

Rows = Sequence[Mapping[str, str | None]]


def pandas_frame(columns: Sequence[str], rows: Rows) -> PandasFrame:
    """Return a pandas table.

    Raises:
        DataError: pandas is not installed.
    """
    frame: PandasFrame = _library("pandas").DataFrame(
        [[row.get(name) for name in columns] for row in rows], columns=list(columns), dtype="object"
    )
    return frame


def polars_frame(columns: Sequence[str], rows: Rows) -> PolarsFrame:
    """Return a polars table.

    Raises:
        DataError: polars is not installed.
    """
    polars = _library("polars")
    frame: PolarsFrame = polars.DataFrame(
        {name: [row.get(name) for row in rows] for name in columns},
        schema=dict.fromkeys(columns, polars.String),
    )
    return frame


def arrow_table(columns: Sequence[str], rows: Rows) -> ArrowTable:
    """Return an Arrow table.

    Raises:
        DataError: pyarrow is not installed.
    """
    arrow = _library("pyarrow")
    schema = arrow.schema([(name, arrow.string()) for name in columns])
    texts = {name: [row.get(name) for row in rows] for name in columns}
    table: ArrowTable = arrow.table(texts, schema=schema)
    return table


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        needs = f'this needs {name}: pip install "oddscalc[{name}]"'
        raise DataError("tables", [needs], code="not-installed") from None
