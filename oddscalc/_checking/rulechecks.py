"""What a submission says of a wager beside its price: commission, unit, working, clause, limits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from oddscalc._ask.query import true_odds_of
from oddscalc._bets.compile import can_be_off
from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Offer
from oddscalc._exact.numbers import exact, parse_rational
from oddscalc._money import paytable as paytables
from oddscalc._money.commission import Commission
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import NumberError

WORKING = {
    **dict.fromkeys(("on", "working", "yes", "active", "always"), "on"),
    **dict.fromkeys(("off", "not working", "no", "inactive"), "off"),
}


def check_rules(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    """Yield what is wrong with one line, its prices and claims aside."""
    yield from _commission(line, rules)
    yield from _unit(line, rules)
    yield from _working(line)
    yield from _clause(line, rules)
    yield from _limits(line)


def _finding(
    line: Offer, code: str, key: str, message: str, expected: str | None = None
) -> Finding:
    cell = line.entry.cells[key]
    return Finding(code, cell.place, message, expected, cell.text, line.wager.clause, line.bet.id)


def commission_of(line: Offer) -> Commission | None:
    """Return the line's commission; None if there is none or it cannot be read."""
    cell = line.entry.cells.get("commission")
    if cell is None:
        return None
    try:
        return Commission.parse(cell.text)
    except NumberError:
        return None


def _commission(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    if "commission" not in line.entry.cells:
        if rules.price_mode == "fixed" and line.wager.commission and line.priced.prices:
            message = f"{line.bet.id}: the text fixes a commission, and none is stated"
            yield Finding("commission-not-fixed", line.entry.place, message, line.wager.commission,
                          None, line.wager.clause, line.bet.id)  # fmt: skip
        return
    try:
        charged = Commission.parse(line.entry.cells["commission"].text)
    except NumberError as error:
        yield _finding(line, "commission-unreadable", "commission", str(error)[:200])
        return
    if charged is None:
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
    lists = {rules.prices or "customary", "customary"}
    there = [paytables.shipped(name).pricing.get(line.bet.id) for name in lists]
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


def amount(line: Offer, key: str) -> Fraction | None:
    """Return an amount of money of the line; None if there is none or it is no amount above 0."""
    cell = line.entry.cells.get(key)
    if cell is None:
        return None
    try:
        value = parse_rational(cell.text.replace(",", "").lstrip("$"))
    except NumberError:
        return None
    return value if value > 0 else None


def _unit(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    where = "unit"
    if "unit" not in line.entry.cells and rules.rounding == "refuse":
        where = "minimum"  # the smallest stake must be payable too
    if where not in line.entry.cells:
        return
    unit = amount(line, where)
    if unit is None:
        if where == "unit":
            yield _finding(line, "malformed", "unit", "the unit is no amount above 0", "like 5")
        return
    if (
        where == "unit"
        and line.wager.unit is not None
        and (unit / line.wager.unit).denominator != 1
    ):
        message = f"{line.bet.id} is made in units of {line.wager.unit}"
        yield _finding(line, "unit-rule", "unit", message, str(line.wager.unit))
    for key, price in line.priced.prices.items():
        if line.bet.kind == "bundle" and key != "win":
            continue
        odds = true_odds_of(line.bet, rules.catalogue) if price.is_true_odds else None
        won = unit * price.net(odds)
        if won.denominator != 1:
            code = "unpayable-stake" if rules.rounding == "refuse" else "breakage"
            message = f"a stake of {exact(unit)} at {price} wins {exact(won)}"
            least = unit * won.denominator
            yield _finding(line, code, where, message, f"a multiple of {exact(least)}")


def _working(line: Offer) -> Iterator[Finding]:
    if "working" not in line.entry.cells:
        return
    said = WORKING.get(line.entry.cells["working"].text.strip().lower())
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


def _clause(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    if "clause" not in line.entry.cells:
        return
    cited = _plain(line.entry.cells["clause"].text)
    if _plain(line.wager.clause) == cited:
        return
    for other in rules.wagers:
        if _plain(other.clause) == cited and line.bet.id not in other.bets:
            message = f"clause {other.clause} is of {', '.join(other.bets[:3])}"
            yield _finding(line, "cross-reference", "clause", message, line.wager.clause)
            return


def _plain(text: str) -> str:
    return "".join(text.lower().split())


def _limits(line: Offer) -> Iterator[Finding]:
    amounts = {}
    for key in ("minimum", "maximum", "cap"):
        if key in line.entry.cells:
            amounts[key] = amount(line, key)
            if amounts[key] is None:
                yield _finding(line, "limits-contradict", key, f"the {key} is no amount above 0")
    low, high = amounts.get("minimum"), amounts.get("maximum")
    if low is not None and high is not None and low > high:
        yield _finding(line, "limits-contradict", "minimum", "the minimum is above the maximum")
