"""A plan by its id or from its file, with what is asked of it besides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePath
from typing import Any, cast

from oddscalc._ask.asked import price_texts, query
from oddscalc._ask.options import Options
from oddscalc._ask.query import Query
from oddscalc._questions.plans.plan import PLANS, Plan, plan_of, shipped
from oddscalc._rules import userfiles
from oddscalc.errors import DataError, OddscalcError, Problem


def is_plan(name: str) -> bool:
    """Return whether *name* is that of a betting plan, or of a file with one.

    >>> is_plan("place-68"), is_plan("place-6")
    (True, False)
    """
    if not userfiles.is_path(name):
        return name in PLANS
    if userfiles.file_and_bet(name)[1]:
        return False
    rules = userfiles.read_toml(name).get("rules")
    return isinstance(rules, list) and any(
        isinstance(rule, dict) and "do" in rule for rule in rules
    )


def load(name: str, given: Mapping[str, Any]) -> Plan:
    """Return the plan called *name*, or that of the file *name*.

    Args:
        name: an id, or the path of a TOML file.
        given: options of a query, before which the plan's own stand back.

    Raises:
        UnknownNameError: there is no such plan, bet, rulebook or paytable.
        DataError: the file is unusable, or says what makes no plan.
    """
    return made(name, document(name), given)


def document(name: str) -> dict[str, Any]:
    """Return the document of the plan called *name*, or of the file *name*.

    Raises:
        UnknownNameError: there is no such plan.
        DataError: the file is unusable.
    """
    return userfiles.plan(name) if userfiles.is_path(name) else shipped(name)


def made(name: str, data: Mapping[str, Any], given: Mapping[str, Any]) -> Plan:
    """Return the plan of a document; the arguments and errors are those of ``load``."""
    try:
        return plan_at(name, data, asked_of(data, given))
    except DataError:
        raise
    except OddscalcError as error:
        if not userfiles.is_path(name):
            raise
        raise DataError(name, [Problem.of("the plan", error)]) from None


def asked_of(data: Mapping[str, Any], given: Mapping[str, Any]) -> Query:
    """Return rulebook and prices of a plan's document, with what is *given* in their place.

    Raises:
        OddscalcError: there is no such rulebook or paytable, or a price cannot be read.
    """
    own = {"rules": data.get("rulebook"), "paytable": data.get("paytable"), "vig": data.get("vig")}
    options = {key: value for key, value in own.items() if value is not None} | dict(given)
    options["pays"] = [*data.get("pays", ()), *price_texts(given.get("pays") or ())]
    if options.get("round") not in (None, "exact"):
        options["stake"] = 1  # each bet has its own; the rounding needs to know that there is one
    _, asked = query([], cast("Options", options))
    return replace(asked, reading="usual")


def plan_at(name: str, data: Mapping[str, Any], asked: Query) -> Plan:
    """Return the plan of a document at a rulebook and prices.

    Raises:
        OddscalcError: the document makes no plan.
    """
    canonical = json.dumps(data, sort_keys=True, default=str)
    digest = sha256(canonical.encode()).hexdigest()
    return replace(plan_of(PurePath(name).stem, data, asked), digest=digest)
