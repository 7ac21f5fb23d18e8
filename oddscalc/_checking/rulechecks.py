"""What a submission says of a wager beside its price: commission, unit, working, clause, limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from oddscalc._ask.query import points_over, true_odds_of
from oddscalc._bets.compile import can_be_off
from oddscalc._checking.clauses import check_clause
from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Offer
from oddscalc._exact.numbers import exact, parse_rational
from oddscalc._money import paytable as paytables
from oddscalc._money.commission import Commission
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.spelling import respelled
from oddscalc._money.ticket import Ticket
from oddscalc._rules.rulebook import CHANGES, CUSTOMARY, TIMES, Rulebook
from oddscalc.errors import NumberError


def working_said(text: str) -> str | None:
    """Return ``on``, ``off`` or ``unstated`` as *text* says; None if it says none of them.

    What stands after *unless* is what a player may call the bet.

    >>> working_said('Inactive unless called "on"'), working_said("active on come-out rolls")
    ('off', 'on')
    """
    rule = re.split(r"\b(?:unless|except|until)\b", text.lower())[0]
    said = set(re.findall(r"[a-z]+", rule.replace("come-out", "").replace("come out", "")))
    if said & {"unstated", "stated", "silent"}:
        return "unstated"
    negated = said & {"not", "never"} and said & {"active", "working", "works", "work"}
    if negated or said & {"off", "inactive", "no"}:
        return "off"
    return "on" if said & {"on", "active", "working", "works", "always", "yes"} else None


def when_said(text: str) -> str | None:
    """Return when a wager may be made as *text* says, in the words of rulebooks; None if unclear.

    >>> when_said("Immediately prior to the come out roll"), when_said("at any time")
    ('come-out', 'any')
    """
    said = " ".join(re.findall(r"[a-z]+", text.lower()))
    if "new shooter" in said:
        return "new-shooter"
    if re.search(r"any (time|roll)|come to rest", said):
        return "any" if not re.search(r"after (the |a )?(come out|point)", said) else "after"
    if re.search(r"after (the |a |its )?(flat bet|come out|point)|once (the |a |its )?point", said):
        return "after"
    return "come-out" if re.search(r"(before|prior to|on) (the |a |any )?come out", said) else None


def change_said(text: str) -> str | None:
    """Return when a wager may be changed as *text* says; None if that is unclear.

    >>> change_said("not after the point"), change_said("at any time"), change_said("No")
    ('before-point', 'any', 'never')
    """
    said = " ".join(re.findall(r"[a-z]+", text.lower()))
    if "point" in said:
        early = r"(before|until|prior to) |(not|never|cannot|no) .*(after|once)"
        return "before-point" if re.search(early, said) else "any"
    if re.search(r"\b(never|no|not|cannot|none)\b", said):
        return "never"
    return "any" if re.search(r"\b(any|yes|always|may|can)\b", said) else None


def check_rules(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    """Yield what is wrong with one line, its prices and claims aside."""
    yield from _commission(line, rules)
    yield from _unit(line, rules)
    yield from _working(line)
    yield from _when(line, rules)
    yield from _changes(line)
    yield from _odds(line, rules)
    yield from check_clause(line, rules)
    yield from _limits(line, rules)


def _finding(
    line: Offer, code: str, key: str, message: str, expected: str | None = None
) -> Finding:
    cell = line.entry.cells[key]
    return Finding(code, cell.place, message, expected, cell.text, line.wager.clause, line.bet.id)


def _commission(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    if "commission" not in line.entry.cells:
        if rules.price_mode == "fixed" and line.wager.commission and line.priced.prices:
            message = f"{line.bet.id}: the text fixes a commission, and none is stated"
            yield Finding("commission-not-fixed", line.entry.place, message, line.wager.commission,
                          None, line.wager.clause, line.bet.id)  # fmt: skip
        return
    charged = line.charge.commission
    if charged is None:
        if line.charge.complete and rules.price_mode == "fixed" and line.wager.commission:
            message = f"{line.bet.id}: the text fixes a commission, and none is charged"
            due = line.wager.commission
            yield _finding(line, "commission-not-fixed", "commission", message, due)
        return
    if rules.commissions == "none":
        message = f"{rules.id} permits no commission"
        yield _finding(line, "commission-not-permitted", "commission", message, "none")
    elif line.wager.commission is None:
        yield from _unmentioned(line, rules)
    else:
        yield from _compared(line, rules, charged, line.wager.commission)


def _unmentioned(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    """Yield what is wrong with a commission of which the clause says nothing."""
    lists = (rules.valued_at, paytables.shipped(CUSTOMARY))
    there = [prices.pricing.get(line.bet.id) for prices in lists]
    if rules.price_mode == "fixed":
        message = f"{rules.id} fixes the prices and has no commission on {line.bet.id}"
        yield _finding(line, "commission-not-permitted", "commission", message, "none")
    elif not any(pricing and pricing.commission for pricing in there):
        message = f"{rules.id} mentions no commission on {line.bet.id}"
        yield _finding(line, "commission-unmentioned", "commission", message)


def _compared(line: Offer, rules: Rulebook, charged: Commission, text: str) -> Iterator[Finding]:
    """Yield how a commission departs from the one of the clause, the most or the only one."""
    most = Commission.parse(text)
    assert most is not None
    if "when" in line.wager.commission_leaves:
        charged = replace(charged, when=most.when)
    if rules.price_mode == "fixed":
        if charged != most:
            message = "the text fixes the commission"
            yield _finding(line, "commission-not-fixed", "commission", message, str(most))
        return
    if charged.floor is not None or charged.rounding in ("nearest", "up"):
        message = "a floor or rounding up can exceed the highest rate at small stakes"
        yield _finding(line, "commission-over-cap", "commission", message, f"at most {most}")
    if charged.rate > most.rate:
        message = f"the rate is above {exact(most.rate * 100)}%"
        yield _finding(line, "commission-over-cap", "commission", message, f"at most {most}")
    if (charged.base, charged.when) != (most.base, most.when):
        message = f"the text has it of the {most.base}, when {most.when}"
        yield _finding(line, "commission-base", "commission", message, str(most))


def amount_said(text: str) -> Fraction:
    """Return an amount of money as people write it.

    Raises:
        NumberError: it is none.

    >>> amount_said("$1,000"), amount_said("multiples of 5"), amount_said("\u00a32.50")
    (Fraction(1000, 1), Fraction(5, 1), Fraction(5, 2))
    """
    return parse_rational(_OF.sub("", respelled(text)))


_OF = re.compile(r"^(?:in )?(?:units?|multiples?|steps?) of ")


def amount(line: Offer, key: str) -> Fraction | None:
    """Return an amount of money of the line; None if there is none or it is no amount above 0."""
    cell = line.entry.cells.get(key)
    if cell is None:
        return None
    try:
        value = amount_said(cell.text)
    except NumberError:
        return None
    return value if value > 0 else None


def _unit(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    yield from _stakes(line)
    unit = amount(line, "unit")
    if unit is None and "unit" in line.entry.cells:
        yield _finding(line, "malformed", "unit", "the unit is no amount above 0", "like 5")
        return
    if unit and line.wager.unit is not None and (unit / line.wager.unit).denominator != 1:
        message = f"{line.bet.id} is made in units of {line.wager.unit}"
        yield _finding(line, "unit-rule", "unit", message, str(line.wager.unit))
    if unit:
        yield from _breakage(line, rules, "unit", unit)
    least = amount(line, "minimum")
    if least and rules.rounding == "refuse" and not (unit and (least / unit).denominator == 1):
        yield from _breakage(line, rules, "minimum", least)  # the least stake must be payable too


def _breakage(line: Offer, rules: Rulebook, where: str, stake: Fraction) -> Iterator[Finding]:
    """Yield the wins of a *stake* that are no whole amounts; of bundles with their value."""
    code = "unpayable-stake" if rules.rounding == "refuse" else "breakage"
    for key, price in line.priced.prices.items():
        if line.bet.kind == "bundle" and key != "win":
            continue
        odds = true_odds_of(line.bet, rules.catalogue) if price.is_true_odds else None
        net = price.net(odds)
        won = stake * net
        if won.denominator != 1:
            message = f"a stake of {exact(stake)} at {price} wins {exact(won)}"
            if rules.rounding not in ("exact", "refuse"):
                paid = Ticket(stake, rounding=rules.rounding).settle(won, "win")
                message += f", rounded {rules.rounding} {exact(paid)}"
            step = multiple(Fraction(net.denominator), Fraction(line.wager.unit or 1))
            yield _finding(line, code, where, message, f"a multiple of {exact(step)}")


def _stakes(line: Offer) -> Iterator[Finding]:
    """Yield the limits that are no stakes which the text permits."""
    step = line.wager.unit
    for key in ("minimum", "maximum"):
        stake = amount(line, key)
        if step is not None and stake is not None and (stake / step).denominator != 1:
            message = f"{line.bet.id} is made in units of {step}: no stake of {exact(stake)} is"
            nearest = Fraction((stake // step + (key == "minimum")) * step)
            yield _finding(line, "unit-rule", key, f"{message} lawful", exact(nearest))


def highest_stake(line: Offer) -> Fraction | None:
    """Return the highest stake that the line and the text permit; None without a maximum."""
    most = amount(line, "maximum")
    if most is None:
        return None
    steps = [Fraction(line.wager.unit or 0), amount(line, "unit") or Fraction(0)]
    step = multiple(*steps) if all(steps) else sum(steps)
    return most // step * step if step and step <= most else most


def multiple(a: Fraction, b: Fraction) -> Fraction:
    """Return the least amount that is a multiple of both."""
    return Fraction(
        lcm(a.numerator * b.denominator, b.numerator * a.denominator), a.denominator * b.denominator
    )


def _when(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    if "when" not in line.entry.cells:
        return
    text = line.entry.cells["when"].text
    said, due = when_said(text), line.wager.when
    if said is None:
        yield _finding(line, "malformed", "when", "when the wager is made is unclear", "any time")
    elif due != "unstated" and said not in _TIMES[due]:
        message = f"the text has it made {TIMES[due]}"
        yield _finding(line, "when-rule", "when", message, TIMES[due])


_TIMES = {
    "any": ("any",),
    "come-out": ("come-out",),
    "after-come-out": ("after",),
    "new-shooter": ("new-shooter",),
    "point": ("after", "any"),
}


def _changes(line: Offer) -> Iterator[Finding]:
    """Yield what is said of increasing, reducing and taking down that the text has otherwise."""
    for key, due in (
        ("increase", line.wager.increased),
        ("reduce", line.wager.reduced),
        ("remove", line.wager.removed),
    ):
        if key not in line.entry.cells:
            continue
        said = change_said(line.entry.cells[key].text)
        if said is None:
            yield _finding(line, "malformed", key, "it is unclear when", "any time, or never")
        elif due is not None and said != due:
            message = f"the text has it {CHANGES[due]}"
            yield _finding(line, "change-rule", key, message, CHANGES[due])


def _odds(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    """Yield the most odds behind a line bet, if they are more than the text permits."""
    if "most_odds" not in line.entry.cells:
        return
    try:
        said = OddsSchedule.parse(line.entry.cells["most_odds"].text)
    except NumberError as error:
        yield _finding(line, "malformed", "most_odds", str(error)[:200], "345x")
        return
    if line.bet.kind != "line":
        message = f"{line.bet.id} takes no odds"
        yield _finding(line, "odds-over-limit", "most_odds", message, "none")
    elif line.wager.most_odds and (
        over := points_over(said, line.wager.most_odds, line.bet, rules.catalogue)
    ):
        message = f"more than the text permits, on {' '.join(map(str, over))}"
        yield _finding(line, "odds-over-limit", "most_odds", message, line.wager.most_odds)


def _working(line: Offer) -> Iterator[Finding]:
    if "working" not in line.entry.cells:
        return
    said = working_said(line.entry.cells["working"].text)
    if said == "unstated":
        return
    due = {reading.working for reading in line.wager.readings} - {None} or {line.wager.working}
    if said is None:
        yield _finding(line, "malformed", "working", "the working rule is on or off", "on or off")
    elif not can_be_off(line.bet):
        if said == "off":
            message = f"{line.bet.id} cannot be off on come-out rolls"
            yield _finding(line, "working-rule", "working", message, "on")
    elif said not in due and not due & {"unstated", None}:
        message = f"the text has it {' or '.join(sorted(map(str, due)))} on come-out rolls"
        yield _finding(line, "working-rule", "working", message, " or ".join(map(str, due)))


def _limits(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    amounts = {}
    for key in ("minimum", "maximum", "cap"):
        if key in line.entry.cells:
            amounts[key] = amount(line, key)
            if amounts[key] is None:
                yield _finding(line, "limits-contradict", key, f"the {key} is no amount above 0")
    low, high = amounts.get("minimum"), amounts.get("maximum")
    if low is not None and high is not None and low > high:
        yield _finding(line, "limits-contradict", "minimum", "the minimum is above the maximum")
    for key in ("minimum", "maximum"):
        stake = amounts.get(key)
        if stake is not None and not rules.allows(stake):
            message = f"the {key} of {exact(stake)} is outside of the limits of the text"
            yield _finding(line, "outside-limits", key, message, rules.limits)
