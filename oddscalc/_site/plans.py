"""The pages of betting plans, each as ``report`` tells of it."""

from __future__ import annotations

from oddscalc._show.words.plan import plan_object
from oddscalc._show.words.planreport import document
from oddscalc._show.writers.html import fragment
from oddscalc._show.writers.json import json_text
from oddscalc._site.render import html, rendered
from oddscalc._tables.plans import plan_answer, plans_shown


def plan_links() -> dict[str, str]:
    """Return the page of each plan by the plan's id."""
    return {name: f"plans/{name}.html" for name in plans_shown()}


def plan_files(name: str, **given: object) -> list[tuple[str, str]]:
    """Return the page of the plan *name* and its numbers for machines; *given* is filled in."""
    answer = plan_answer(name)
    path = f"plans/{name}.html"
    body = html(fragment(document([answer])))
    page = rendered("plan", path, plan=answer.plan, body=body, **given)
    return [(path, page), (f"plans/{name}.json", json_text(plan_object(answer)) + "\n")]
