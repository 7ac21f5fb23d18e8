"""The form of errors: in place of an answer, or on stderr with ``--errors json``."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class ToldForm(TypedDict):
    """What is wrong; the code is one of a list that does not change."""

    code: Annotated[str, Field(pattern=r"^[a-z-]+$")]
    message: str


class ErrorForm(TypedDict):
    """An error in place of an answer."""

    id: NotRequired[str | int | None]
    error: ToldForm
