"""Documents as HTML, through templates of jinja2, which escapes whatever is filled in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from oddscalc._exact.visible import visible
from oddscalc._show.document import Code, Document, Drawing, Table, Text
from oddscalc.errors import DataError

if TYPE_CHECKING:
    from jinja2 import Environment


def write(document: Document) -> str:
    """Return the document as one page that needs nothing else, in ASCII."""
    return filled(_environment(), "page", document=document, drawings=True)


def fragment(document: Document) -> str:
    """Return what stands in the body of the page, for a notebook."""
    return filled(_environment(), "body", document=document, drawings=False)


def filled(environment: Environment, template: str, **given: Any) -> str:
    """Return a template with what is given, in ASCII."""
    text = environment.get_template(f"{template}.html.j2").render(given)
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def environment_of(package: str, *, keep_trailing_newline: bool = False) -> Environment:
    """Return what fills the templates of *package*: strictly, and with all that is free escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=keep_trailing_newline,
    )


def _shown(value: object) -> object:
    """Return what is filled in, control characters made visible; not what is HTML already."""
    plain = isinstance(value, str) and not hasattr(value, "__html__")
    return visible(value) if plain and isinstance(value, str) else value


def _drawn(drawing: Drawing) -> str:
    """Return a chart; nothing where the library that draws it is not installed."""
    try:
        return drawing.draw()
    except DataError:
        return ""


@cache
def _environment() -> Environment:
    environment = environment_of("oddscalc._show.writers")
    environment.finalize = _shown
    environment.filters["drawn"] = _drawn
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["code"] = lambda block: isinstance(block, Code)
    environment.tests["drawing"] = lambda block: isinstance(block, Drawing)
    environment.tests["text"] = lambda block: isinstance(block, Text)
    return environment
