"""Documents as HTML, through templates of jinja2, which escapes whatever is filled in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

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
    text = _environment().get_template(f"{template}.html.j2").render(document=document)
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("oddscalc._show.writers"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["code"] = lambda block: isinstance(block, Code)
    environment.tests["text"] = lambda block: isinstance(block, Text)
    return environment
