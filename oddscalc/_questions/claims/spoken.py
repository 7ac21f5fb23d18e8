"""What people say beside the number: ``1.41% house edge``, ``an RTP of 98.59%``, ``3.38 rolls``."""

from __future__ import annotations

import re

from oddscalc._questions.claims.candidates import OTHER_WORDS

_ALONE = ("edge", "return", "variance", "rolls", "skewness", "kurtosis")
"""Words for quantities that are said beside a number as they are."""

_NEVER = ("on", "odds", "cost", "std", "var", "ev", "returned", "pays", "wins", "loses", "tie")
"""Other words that say something else in a sentence, or are read with the number itself."""

_PHRASES = sorted({*OTHER_WORDS, *_ALONE} - {*_NEVER}, key=len, reverse=True)
_PHRASE = "|".join(re.escape(phrase) for phrase in _PHRASES)
_BEFORE = re.compile(
    rf"(?:an?|the|its?|with)? ?(?P<said>{_PHRASE})(?: (?:of|is|at))?:? (?P<number>\D{{0,20}}\d.*)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"(?P<number>.*\d.*?) (?:of )?(?:an? |the |in )?(?:house )?(?P<said>{_PHRASE})"
    r"(?: (?:on average|in the mean))?\.?",
    re.IGNORECASE,
)
_PER = ("per roll", "per bet", "per bet made", "per bet resolved", "per decision")
"""Phrases that are of a share: of money they are read with the amount."""


def spoken(text: str) -> tuple[str, list[str]]:
    """Return the number of *text*, and the quantities that the words around it name.

    >>> spoken("1.41% house edge"), spoken("RTP 98.59%"), spoken("0.42% house edge per roll")
    (('1.41%', ['edge']), ('98.59%', ['rtp']), ('0.42%', ['edge per roll']))
    >>> spoken("$0.21 per roll"), spoken("35 to 1 against")
    (('$0.21 per roll', []), ('35 to 1 against', []))
    """
    named: list[str] = []
    plain = " ".join(text.split())
    for _ in range(3):
        match = _AFTER.fullmatch(plain) or _BEFORE.fullmatch(plain)
        said = match["said"].lower() if match else ""
        if match is None or (said in _PER and "%" not in plain and "/" not in plain):
            break
        plain, named = match["number"].strip(), [said, *named]
    return (plain, named) if named else (text, [])
