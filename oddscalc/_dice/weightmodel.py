"""The strict form of a TOML file of 36 weights, as a pydantic model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Tag, ValidationError

from oddscalc._exact.strict import ROW, ROWS, Strict, one_of, problems_of, whole_as_text
from oddscalc.errors import DataError

Weight = Annotated[str, BeforeValidator(whole_as_text)]
Row = list[Weight]


def _form_of(value: Any) -> str:
    rows = isinstance(value, list) and bool(value) and all(isinstance(row, list) for row in value)
    return ROWS if rows else ROW


class WeightsFile(Strict):
    """36 weights in a row, or six rows of six."""

    weights: Annotated[
        Annotated[Row, Tag(ROW)] | Annotated[list[Row], Tag(ROWS)],
        Discriminator(_form_of),
        one_of("a list of 36 texts, or of six lists of six", list),
    ]


def weights_of(name: str, data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the weights in *data*, each with the place where it is.

    Raises:
        DataError: there is something else in it.
    """
    try:
        weights = WeightsFile.model_validate(data).weights
    except ValidationError as error:
        raise DataError(name, problems_of(name, error)) from None
    for number, row in enumerate(weights):
        if isinstance(row, str):
            yield f"weights[{number}]", row.lower()
        else:
            yield from (
                (f"weights[{number}][{place}]", weight.lower()) for place, weight in enumerate(row)
            )
