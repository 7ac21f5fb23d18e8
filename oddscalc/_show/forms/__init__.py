"""The forms of all JSON that is printed, as JSON Schemas; every name is a command's.

A form says which keys an object has, and of which kind their values are. Keys may be added; what
is here stays as long as the version in ``schema`` is the same.
"""

from __future__ import annotations

from typing import Any

from oddscalc._show.forms import answers, desk, errors, plans

OUTPUTS: dict[str, Any] = {
    "bets": list[answers.Bet],
    "check": desk.Check,
    "claim": answers.Claim,
    "design": answers.Design,
    "diff": desk.Diff,
    "edge": list[answers.AnyEdge],
    "error": errors.Error,
    "explain": list[answers.Explain] | plans.ExplainPlan,
    "fair": list[answers.Fair | answers.FairStakes],
    "net": list[answers.Net] | answers.NetTogether,
    "observe": desk.Rolled | desk.Results,
    "plan": plans.Plan | list[plans.Plan | plans.Listed],
    "portfolio": answers.Portfolio,
    "report": desk.Report | plans.PlanReport | list[desk.Report],
    "rolls": answers.Rolls | list[answers.Rolls],
    "session": desk.Session,
    "simulate": desk.Simulate | plans.SimulatePlan,
    "sweep": answers.SweepRow,
    "verify": desk.Verify | list[desk.Verify],
}
"""What each command prints with ``--json``; ``sweep`` in each line."""
