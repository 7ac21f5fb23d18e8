"""Documents as JSON: the object of the contract."""

from __future__ import annotations

import json

from oddscalc._show.document import Document


def write(document: Document) -> str:
    """Return the data of the document, ASCII, keys in their order."""
    return json.dumps(document.data(), indent=2)
