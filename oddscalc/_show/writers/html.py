"""Documents as HTML, through templates of jinja2, which escapes whatever is filled in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from oddscalc._exact.visible import visible
from oddscalc._show.document import Code, Document, Table, Text

if TYPE_CHECKING:
    from jinja2 import Environment


def write(document: Document) -> str:
    """Return the document as one page that needs nothing else, in ASCII."""
    return _rendered("page", document)


def fragment(document: Document) -> str:
    """Return what stands in the body of the page, for a notebook."""
    return _rendered("body", document)


def _rendered(template: str, document: Document) -> str:
    return filled(_environment(), template, document=document)


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


@cache
def _environment() -> Environment:
    environment = environment_of("oddscalc._show.writers")
    environment.finalize = lambda value: visible(value) if isinstance(value, str) else value
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["code"] = lambda block: isinstance(block, Code)
    environment.tests["text"] = lambda block: isinstance(block, Text)
    return environment
