"""Filling the templates. What is filled in is escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import decimal, exact, fixed
from oddscalc._show.words.edge import price_text
from oddscalc._show.words.figures import all_figures
from oddscalc._show.writers.html import environment_of, filled
from oddscalc._tables.page import percentage, short
from oddscalc._version import __version__

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

STATIC = (
    *(
        "site.css",
        "site.js",
        "theme.js",
        "pieces.js",
        "calculator.js",
        "betpage.js",
        "verifier.js",
        "proof.js",
    ),
    "icon.svg",
)
"""The files beside the pages that are as they are."""

_INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>[^*]+)\*\*|\[(?P<text>[^\]]+)\]\((?P<link>https?://[^)\s]+)\)"
)


def static(name: str) -> str:
    """Return the text of one of ``STATIC``."""
    return files("oddscalc._site").joinpath(f"static/{name}").read_text("ascii")


def rendered(template: str, path: str, **given: Any) -> str:
    """Return the page at *path*, in ASCII.

    Args:
        template: its name, without the ending.
        path: where the page will be, from the index.
        given: what is filled in.
    """
    root = "../" * path.count("/")
    return filled(_environment(), template, **given, root=root, path=path)


@cache
def _environment() -> Environment:
    environment = environment_of("oddscalc._site", keep_trailing_newline=True)
    filters: dict[str, Callable[..., Any]] = {
        "exact": exact,
        "decimal": decimal,
        "short": short,
        "percentage": percentage,
        "fixed": fixed,
        "figures": all_figures,
        "price": price_text,
        "pays": pays,
        "inline": inline,
        "capital": capital,
        "json": data_of,
        "script": in_script,
        "sentence": lambda text: f"{capital(text).rstrip('.')}.",
    }
    environment.filters.update(filters)
    environment.globals["version"] = __version__
    return environment


def pays(answer: Valued) -> str:
    """Return what each win pays, and the commission, in a line.

    >>> from oddscalc import edge
    >>> pays(edge("whirl")).split("; ")[-2:]
    ['craps-12: 26 to 5', 'any-7: nets 0']
    """
    parts = []
    for payoff, price in zip(answer.value.payoffs, answer.paid.prices, strict=True):
        if payoff.outcome.result == "win" and payoff.net is not None:
            text = f"nets {exact(payoff.net)}" if price is None else str(price)
            parts.append(text if payoff.outcome.tier is None else f"{payoff.outcome.tier}: {text}")
    if answer.paid.commission:
        parts.append(f"commission {answer.paid.commission}")
    return "; ".join(parts)


def data_of(value: object) -> Markup:
    """Return *value* as JSON for a script element, in which no text can end the element."""
    return in_script(json.dumps(value, separators=(",", ":"), ensure_ascii=True))


def in_script(text: str) -> Markup:
    """Return JSON text for a script element, in which nothing can end the element."""
    from markupsafe import Markup

    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))


def html(text: str) -> Markup:
    """Return *text* that is HTML already, and safe, as such."""
    from markupsafe import Markup

    return Markup(text)


def capital(text: str) -> str:
    """Return *text* with a capital in front.

    >>> capital("any 7 ends the bet")
    'Any 7 ends the bet'
    """
    return text[:1].upper() + text[1:]


def inline(text: str) -> Markup:
    """Return *text* of a published table with its code, bold words and links as HTML.

    >>> print(inline("**a** < `b` and [c](https://example.com/?d&e)"))
    <strong>a</strong> &lt; <code>b</code> and <a href="https://example.com/?d&amp;e">c</a>
    """
    from markupsafe import Markup, escape

    parts, end = [], 0
    for match in _INLINE.finditer(text):
        parts.append(escape(text[end : match.start()]))
        end = match.end()
        if match["code"]:
            parts.append(Markup("<code>{}</code>").format(match["code"]))
        elif match["bold"]:
            parts.append(Markup("<strong>{}</strong>").format(match["bold"]))
        else:
            parts.append(Markup('<a href="{}">{}</a>').format(match["link"], match["text"]))
    return Markup("").join([*parts, escape(text[end:])])
