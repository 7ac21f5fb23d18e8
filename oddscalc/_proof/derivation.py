"""Deriving what a certificate is about once more: its chain and prices, from its header.

The rulebook, the bets and the paytable that the header names are explored and priced, not solved:
the probabilities are those that the certificate has proven of its own chain.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from oddscalc._ask.asked import query
from oddscalc._ask.items import parse_item
from oddscalc._ask.joint import portfolio
from oddscalc._ask.options import Options
from oddscalc._ask.query import Solved, priced_models
from oddscalc._chain.solve import Solution
from oddscalc._exact.files import STDIN
from oddscalc._proof.certificate import (
    ITEMS,
    NOTHING,
    Proven,
    certificate,
    joint_certificate,
    names,
)
from oddscalc.errors import OddscalcError, RuleError

_CHAIN = ("start", "rows", "outcomes")
_PRICES = ("unit", "nets", "moments", "bases")


@dataclass(frozen=True)
class Derivation:
    """How a certificate compares with what its header names.

    Args:
        clause: the clauses that its chain is that of; empty if it is not, or cannot be derived.
        problems: what does not agree.
        notes: what else must be known: files that have changed since.
    """

    clause: str
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()


def derive(raw: Mapping[str, Any], files: Mapping[str, str] | None = None) -> Derivation:
    """Return how the certificate *raw*, which has been verified, compares with its header.

    Args:
        raw: the certificate, as it stands in its file; of the format of today.
        files: the files of one's own that stand for what the header names: ``rules``, ``bets``
            and ``paytable``.
    """
    header = dict(raw["about"])
    try:
        clause, text = _again(header, raw, files or {})
    except OddscalcError as error:
        return Derivation("", (f"the header cannot be followed: {error}",))
    again = json.loads(text)
    return Derivation(clause, tuple(_problems(raw, again)), tuple(_notes(raw, again)))


def _again(
    header: Mapping[str, str], raw: Mapping[str, Any], files: Mapping[str, str]
) -> tuple[str, str]:
    """Return the clauses of what the header names, and the certificate of it.

    Raises:
        OddscalcError: the header names what there is not, or what cannot be asked.
    """
    options = _options(header, files)
    own = [files["bets"]] if "bets" in files else []
    if "until" in header:
        _, asked = query(own, options)
        bets = header["bet"].split(ITEMS if "=" in header["bet"] else None)
        together = portfolio([parse_item(bet) for bet in bets], asked, header["until"])
        clauses = ", ".join(part.answer.model.cited for part in together.parts)
        return clauses, joint_certificate(together)
    _, asked = query(own, options)
    (model,), paytable = priced_models([header["bet"]], asked)
    chain = model.chain()
    met = {node for targets in chain.rows.targets for node in targets}
    called = names(outcome for outcome in chain.outcomes if chain.numbers[outcome] in met)
    claimed = {outcome["name"]: _ratio(outcome["probability"]) for outcome in raw["outcomes"]}
    if set(called.values()) != claimed.keys():
        ends = f"{', '.join(called.values())}, not in {', '.join(claimed)}"
        raise RuleError(f"{model.cited} ends in {ends}")
    chances = {
        outcome: claimed[called[outcome]] if outcome in called else NOTHING
        for outcome in chain.outcomes
    }
    solution = Solution(chances, _ratio(raw["expected_rolls"]))
    answer = Solved(model, solution, asked.odds).answer(paytable, asked.ticket)
    return model.cited, certificate(answer, Proven(chain, raw["scale"], raw["y"]))


def _options(header: Mapping[str, str], files: Mapping[str, str]) -> Options:
    """Return the options of the query that a header describes.

    Raises:
        OddscalcError: it names what there is not; or standard input, which only a user can.
    """
    if STDIN in header.values():
        raise RuleError(f"{STDIN!r} is no name of anything")
    options: dict[str, Any] = {
        "rules": files.get("rules", header["rules"]),
        "paytable": files.get("paytable", header["paytable"]),
        "reading": header["reading"],
        "dice": header.get("dice", "fair"),
    }
    if "paytable" not in files and "rules" in files and header["paytable"] == header["rules"]:
        del options["paytable"]  # the rulebook's file has its prices itself
    if "pays" in header:
        options["pays"] = header["pays"].split("; ")
    for word in ("from", "at", "working", "odds", "vig", "stake", "unit", "round", "key"):
        if word in header:
            options["from_" if word == "from" else word] = header[word]
    return cast("Options", options)


def _problems(raw: Mapping[str, Any], again: Mapping[str, Any]) -> Iterator[str]:
    """Yield in what the certificate of the same header differs from *raw*."""
    paytable = dict(raw["about"])["paytable"]
    if any(raw[key] != again[key] for key in _CHAIN):
        yield "its chain is not that of its header"
    elif any(raw[key] != again[key] for key in _PRICES):
        yield f"its money is not what {paytable} pays for the header's ticket"
    if raw["about"] != again["about"]:
        differing = [
            f"{key} {value}" for key, value in again["about"] if [key, value] not in raw["about"]
        ]
        yield f"its header would be another: {', '.join(differing) or 'in another order'}"


def _notes(raw: Mapping[str, Any], again: Mapping[str, Any]) -> Iterator[str]:
    """Yield which of the files that it was made from have changed since."""
    for (what, then), (_, now) in zip(raw["digests"], again["digests"], strict=True):
        if then != now:
            yield f"made from other {what} than those here: SHA-256 {then}, here {now}"


def _ratio(text: str) -> Fraction:
    above, below = text.split("/")
    return Fraction(int(above, 16), int(below, 16))
