"""Documents as JSON: the object of the contract."""

from __future__ import annotations

import json
from typing import Any

from oddscalc._show.document import Document


def write(document: Document) -> str:
    """Return the data of the document."""
    return json_text(document.json())


def json_text(value: Any) -> str:
    """Return *value* as JSON, all in visible ASCII, keys in the order given."""
    return json.dumps(value, indent=2).replace("\x7f", "\\u007f")
