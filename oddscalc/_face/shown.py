"""What every answer of the public words can do beside holding its numbers: show itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame
    from polars import DataFrame as PolarsFrame
    from pyarrow import Table as ArrowTable

    from oddscalc._show.document import Document


class Shown(ABC):
    """An answer: one line for ``repr``, a table in a notebook and where rich prints."""

    @abstractmethod
    def line(self) -> str:
        """Return what it is, in a few words."""

    @abstractmethod
    def document(self) -> Document:
        """Return it in words."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that the command of the same name prints."""
        data = self.document().json()
        first: dict[str, Any] = data[0] if isinstance(data, list) else data
        return first

    def flat_rows(self) -> tuple[list[str], list[dict[str, str | None]]]:
        """Return the columns and the rows that CSV has; what is missing is None."""
        records = self.document().records()
        columns = list(records.headers)
        cells = ([text or None for text in row] for row in records.rows)
        return columns, [dict(zip(columns, row, strict=True)) for row in cells]

    def to_pandas(self) -> PandasFrame:
        """Return a pandas table, all of text; needs the extra ``pandas``.

        Exact numbers are fractions, or two columns: above and below the line. Their ten
        significant digits stand beside them.
        """
        from oddscalc._face.frames import pandas_frame

        return pandas_frame(*self.flat_rows())

    def to_polars(self) -> PolarsFrame:
        """Return a polars table with the columns of ``to_pandas``; needs the extra ``polars``."""
        from oddscalc._face.frames import polars_frame

        return polars_frame(*self.flat_rows())

    def to_arrow(self) -> ArrowTable:
        """Return an Arrow table with the columns of ``to_pandas``; needs the extra ``pyarrow``."""
        from oddscalc._face.frames import arrow_table

        return arrow_table(*self.flat_rows())

    def __str__(self) -> str:
        """Return what the command of the same name prints."""
        from oddscalc._show.writers import write

        return write(self.document(), "text")

    def __repr__(self) -> str:
        text = f"{type(self).__name__}: {self.line()}"
        return f"<{text}>" if len(text) <= 98 else f"<{text[:94]} ...>"

    def _repr_html_(self) -> str:
        """Return it for a notebook."""
        from oddscalc._show.writers.notebook import fragment

        return fragment(self.document())

    def __rich__(self) -> object:
        """Return it for rich."""
        from oddscalc._show.writers.notebook import renderable

        return renderable(self.document())


def parts_of(result: Any) -> dict[str, Any]:
    """Return the fields of *result*, of which an answer is made that can show itself."""
    return {field.name: getattr(result, field.name) for field in fields(result)}


def brief(value: Fraction) -> str:
    """Return *value* for a line of ``repr``."""
    from oddscalc._show.document import inline

    return inline(value)
