"""The forms of all JSON that is printed, as JSON Schemas; every name is a command's.

A form says which keys an object has, and of which kind their values are. Keys may be added; what
is here stays as long as the version in ``schema`` is the same.
"""

from __future__ import annotations

from typing import Any

from oddscalc._show.forms import answers, desk, errors, plans

OUTPUTS: dict[str, Any] = {
    "bets": list[answers.BetForm],
    "cache": desk.KeptForm | desk.ClearedForm,
    "check": desk.CheckForm,
    "claim": answers.ClaimForm,
    "design": answers.DesignForm,
    "diff": desk.DiffForm,
    "edge": list[answers.AnyEdge],
    "error": errors.ErrorForm,
    "explain": list[answers.ExplainForm] | plans.ExplainPlanForm,
    "fair": list[answers.FairForm | answers.FairStakesForm],
    "net": list[answers.NetForm] | answers.NetTogetherForm,
    "observe": desk.RollLogForm | desk.ResultsForm,
    "plan": plans.PlanForm | list[plans.PlanForm | plans.ListedForm],
    "portfolio": answers.PortfolioForm,
    "report": (
        desk.ReportForm | desk.JointReportForm | plans.PlanReportForm | list[desk.ReportForm]
    ),
    "rolls": answers.RollsForm | list[answers.RollsForm],
    "session": desk.SessionForm,
    "simulate": desk.SimulateForm | plans.SimulatePlanForm,
    "sweep": answers.SweepRowForm,
    "verify": desk.VerifyForm | list[desk.VerifyForm],
}
"""What each command prints with ``--json``; ``sweep`` in each line."""
