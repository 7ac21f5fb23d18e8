"""How a bet is decided, in plain words, made from its rule as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from oddscalc._bets.catalogue import Catalogue
from oddscalc._bets.compile import parts_of
from oddscalc._bets.count import EVERY_ROLL, PASS_WINS, POINTS_MADE, SEVEN_OUT
from oddscalc._chain.model import Model
from oddscalc._rules.rulebook import TIMES

Rule = Mapping[str, Any]


def plain_rule(model: Model) -> list[str]:
    """Return how the bet is decided under its reading, when it is made, and whether it works.

    >>> from oddscalc._ask.query import Query, models
    >>> for line in plain_rule(models(["pass"], Query())[0]):
    ...     print(line)
    First roll: 7, 11 wins; 2, 3, 12 loses; 4..6, 8..10 becomes the point.
    Then the point wins and 7 loses; other rolls change nothing.
    Made before the come-out roll.
    """
    bet, wager = model.bet, model.wager
    rule = {**bet.rule, **model.reading.rule}
    lines = _DECIDED[bet.kind](rule, model.rules.catalogue)
    lines.append(f"Made {TIMES[wager.when]}.".replace("Made the text", "The text"))
    if model.off:
        lines.append("Off on come-out rolls: they change nothing.")
    return lines


def _one_roll(rule: Rule, catalogue: Catalogue) -> list[str]:
    return [f"Decided by the next roll: {_outcomes(rule)}."]


def _race(rule: Rule, catalogue: Catalogue) -> list[str]:
    if rule.get("lose_when", "any") == "all":
        text = f"{rule['win']} wins; the bet loses once all of {rule['lose']} have been thrown"
        return [f"Decided by what comes first: {text}."]
    sets = [rule[key] for key in ("lose", "push") if key in rule]
    return [f"Decided by the first of these: {_outcomes(rule)}{_others(sets)}."]


def _others(sets: Iterable[str]) -> str:
    """Return that other rolls change nothing, unless one of *sets* is all the rest."""
    named = {rolls.strip().lower() for rolls in sets}
    return "" if named & {"rest", "any"} else "; other rolls change nothing"


def _outcomes(rule: Rule) -> str:
    win = rule["win"]
    ordered = " in this order" if rule.get("ordered") else ""
    if isinstance(win, str):
        wins = [f"{win}{ordered} wins"]
    else:
        wins = [f"{rolls} wins as {_quoted(tier, rolls)}" for tier, rolls in win.items()]
    wins = [text.replace(" as ''", "") for text in wins]
    ends = {"lose": "loses", "push": "returns the bet"}
    others = (f"{_any(rule[key])} {verb}" for key, verb in ends.items() if key in rule)
    return "; ".join([*wins, *others])


def _quoted(tier: str, rolls: str) -> str:
    return f"'{'' if tier == rolls else tier}'"


def _any(rolls: str) -> str:
    return {"rest": "any other roll", "any": "any roll"}.get(rolls.strip().lower(), rolls)


def _line(rule: Rule, catalogue: Catalogue) -> list[str]:
    win = rule.get("win_first")
    texts = [win] if isinstance(win, str) else [f"{r} ({t})" for t, r in (win or {}).items()]
    first = [f"{', '.join(texts)} wins"] if texts else []
    if "lose_first" in rule:
        first.append(f"{rule['lose_first']} loses")
    if "bar" in rule:
        stays = rule.get("barred") == "stays"
        first.append(f"{rule['bar']} {'leaves the bet up' if stays else 'returns the bet'}")
    first.append(f"{rule['points']} becomes the point")
    made, out = ("loses", "wins") if rule["side"] == "against" else ("wins", "loses")
    then = f"Then the point {made} and {rule.get('out', '7')} {out}"
    if "push_later" in rule:
        then += f", {rule['push_later']} returns the bet"
    tiers = ["Wins and losses are told apart by the point."] if rule.get("by_point") else []
    return [f"First roll: {'; '.join(first)}.", f"{then}; other rolls change nothing.", *tiers]


def _points_made(rule: Rule, catalogue: Catalogue) -> list[str]:
    end = "the seven-out" if rule["ends_on"] == SEVEN_OUT else "any 7"
    count = f"Counts the different points ({rule['points']}) that the shooter makes up to {end}."
    return [count, f"{rule['win_at']} or more win{_at_once(rule)}."]


def _collect(rule: Rule, catalogue: Catalogue) -> list[str]:
    groups = "; ".join(
        f"{name}: {' and '.join(members)}" for name, members in rule["groups"].items()
    )
    until = f" before {rule['until']}" if "until" in rule else ""
    some = len(rule["groups"])
    need = "it wins" if some == 1 else f"{rule['win_at']} or more of {some} complete groups win"
    return [f"Every roll of a group has to be thrown{until} ({groups}).", f"{need.capitalize()}"
            f"{' when the group is complete' if some == 1 else ''}{_at_once(rule)}."]  # fmt: skip


def _at_once(rule: Rule) -> str:
    return ", at once" if rule.get("at_once") else ""


_COUNTED = {
    EVERY_ROLL: "all rolls",
    PASS_WINS: "pass line wins",
    POINTS_MADE: "points made",
}


def _repeat(rule: Rule, catalogue: Catalogue) -> list[str]:
    what = _COUNTED.get(rule["count"], f"rolls of {rule['count']}")
    count = f"Counts {what}{_until(rule)}."
    if "bands" in rule:
        bands = [f"{band} {_ENDS[result]}" for band, result in rule["bands"].items()]
        return [count, f"By the count: {'; '.join(bands)}."]
    least = rule.get("win_at", rule["times"])
    return [count, f"{least} or more win; {rule['times']} end it."]


_ENDS = {"win": "wins", "lose": "loses", "push": "returns the bet"}


def _until(rule: Rule) -> str:
    until = rule.get("until")
    return "" if until is None else f" up to {'the seven-out' if until == SEVEN_OUT else until}"


def _milestones(rule: Rule, catalogue: Catalogue) -> list[str]:
    what = "points made" if rule["count"] == "points-made" else "rolls"
    listed = rule.get("best_first") or rule.get("any_of")
    how = "The best reached pays" if "best_first" in rule else "Any of them wins"
    return [f"Counts {what}{_until(rule)}.", f"{how}: {'; '.join(listed or ())}."]


def _sequence(rule: Rule, catalogue: Catalogue) -> list[str]:
    win, lose = (", then ".join(rule[key]) for key in ("win", "lose"))
    return [f"Wins on {win}, on successive rolls; loses on {lose}; whichever comes first."]


def _states(rule: Rule, catalogue: Catalogue) -> list[str]:
    lines = [f"Begins in state '{rule['start']}'."]
    for name, targets in rule["states"].items():
        moves = [f"{_any(rolls)} to {target}" for target, rolls in targets.items()]
        lines.append(f"In '{name}': {'; '.join(moves)}{_others(targets.values())}.")
    return lines


def _bundle(rule: Rule, catalogue: Catalogue) -> list[str]:
    parts = parts_of(rule, catalogue)
    whole = sum(parts.values())
    shares = [f"{units}/{whole} on {catalogue[part].name}" for part, units in parts.items()]
    return [f"Several bets in one: {'; '.join(shares)}. Each part is decided by itself."]


_DECIDED: Mapping[str, Callable[[Rule, Catalogue], list[str]]] = {
    "one-roll": _one_roll,
    "race": _race,
    "line": _line,
    "points-made": _points_made,
    "collect": _collect,
    "repeat": _repeat,
    "milestones": _milestones,
    "sequence": _sequence,
    "states": _states,
    "bundle": _bundle,
}
