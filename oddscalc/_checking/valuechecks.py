"""The mathematics of a submission: edges, claimed advantages, true odds, payout caps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from oddscalc._ask.quantities import QUANTITIES, edges
from oddscalc._ask.query import Solved, Valued, solve_model
from oddscalc._bets.catalogue import shipped as shipped_bets
from oddscalc._chain.model import MAX_STATES, Placing, model
from oddscalc._checking.charges import assumed
from oddscalc._checking.findings import Finding, code_of
from oddscalc._checking.lines import Limits, Offer
from oddscalc._checking.rulechecks import amount, highest_stake, multiple
from oddscalc._checking.submission import Cell
from oddscalc._checking.wholes import Wholes
from oddscalc._exact.numbers import exact, fixed, parse_rational
from oddscalc._exact.printed import PERCENT, SUBMITTED, PrintedNumber, parse_print
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import NO_PRICES, Paytable, Pricing
from oddscalc._money.price import Price
from oddscalc._money.spelling import as_fraction_odds, plain_price
from oddscalc._money.ticket import ANY, Ticket
from oddscalc._money.valuation import Value
from oddscalc._rules.rulebook import USUAL, Rulebook
from oddscalc.errors import ChainError, NumberError, RuleError

_BASES = {
    "outlay": "outlay",
    "resolved": "resolved",
    "decision": "resolved",
    "roll": "roll",
    "made": "made",
    "stake": "made",
    "bet": "made",
}
_SWAPPED = {"to": "for", "for": "to"}


def check_values(
    lines: Sequence[Offer], rules: Rulebook, printed: Paytable | None, limits: Limits
) -> Iterator[Finding]:
    """Yield what is wrong with the mathematics of the submission's prices.

    Args:
        lines: the lines whose wagers are known.
        rules: the rulebook.
        printed: prices that a claimed advantage may stem from: the rulebook's, or customary ones.
        limits: what the user sets.
    """
    customary = printed or paytables.shipped("customary")
    paytable = submitted(lines, customary)
    known: dict[tuple[object, ...], list[Valued] | RuleError] = {}
    verdicts: dict[tuple[object, ...], tuple[str, str] | None] = {}
    wholes = Wholes(rules.catalogue, printed)
    solved: dict[str, list[Solved]] = {}
    values: dict[str, list[Value]] = {}
    for line in lines:
        bet = line.bet.id
        if bet not in solved:
            solved[bet], unsolved = _solved_or_told(line, rules, limits)
            yield from unsolved
            values[bet] = [reading.answer(NO_PRICES).value for reading in solved[bet]]
        if not solved[bet]:
            continue
        readings, chances = solved[bet], values[bet]
        line = _charged(line, readings, paytable, rules, limits)
        yield from assumed(line.charge, line.entry, line.bet, line.wager)
        own = _of_line(line, paytable)
        pricing = own.pricing[bet]
        key = (bet, frozenset(pricing.pays.items()), pricing.commission, _stake(line))
        if key not in known:
            known[key] = _answers(line, readings, own, rules)
        answers = known[key]
        valued = [] if isinstance(answers, RuleError) or not line.complete else answers
        fits = list(_fits(line, chances, valued, limits))
        chosen, findings = _reading_of(line, readings, valued, fits)
        yield from findings
        said = {cell.place for _, cell, fitting in fits if fitting}
        yield from _of_chances(line, chances[chosen], said)
        if not line.complete:
            continue
        if isinstance(answers, RuleError):
            yield _unvalued(line, answers)
            continue
        priced = (readings[chosen], answers[chosen], own)
        for finding in _of_prices(line, priced, (customary, wholes, rules), limits, verdicts):
            if finding.place not in said or finding.code not in _OF_CLAIMS:
                yield finding


def _solved_or_told(
    line: Offer, rules: Rulebook, limits: Limits
) -> tuple[list[Solved], list[Finding]]:
    try:
        return _solved(line, rules, limits), []
    except ChainError as error:
        return [], [_finding(line, code_of(error), line.entry.place, str(error))]


def _of_chances(line: Offer, due: Value, said: set[str]) -> Iterator[Finding]:
    """Yield what is wrong with true odds, probabilities and rolls, but where it is told."""
    for finding in (*_true_odds(line, due), *_chances_said(line, due)):
        if finding.place not in said or finding.code == "probabilities-do-not-sum":
            yield finding


_OF_CLAIMS = ("advantage-wrong", "advantage-truncated", "basis-missing", "to-for-slip")


def _of_prices(
    line: Offer,
    priced: tuple[Solved, Valued, Paytable],
    known: tuple[Paytable, Wholes, Rulebook],
    limits: Limits,
    verdicts: dict[tuple[object, ...], tuple[str, str] | None],
) -> Iterator[Finding]:
    """Yield what follows from the prices of a line, all of which could be read."""
    solved, answer, own = priced
    customary, wholes, rules = known
    edge = answer.value.house_edge
    if edge is None:
        return
    if line.priced.doubtful:
        yield from _part_or_whole(line, solved, own, answer, wholes)
        if any(line.priced.doubtful.values()):
            return
    yield from _edge(line, answer, limits)
    if line.bet.kind == "bundle" and own.pricing[line.bet.id].commission is None:
        yield from _bundle_breakage(line, solved.answer(own, ANY), rules)
    if edge.per_bet_made >= 0:
        yield from _rounded(line, solved, own, rules)
    yield from _claim(line, answer, solved, (own, customary), limits, verdicts)
    yield from _figures_said(line, answer)
    yield from _cap(line, answer)


def _figures_said(line: Offer, answer: Valued) -> Iterator[Finding]:
    """Yield what is wrong with a printed return, hit frequency, standard deviation or variance."""
    for key in ("rtp", "hit_frequency", "sd", "variance"):
        cell, exactly = line.entry.cells.get(key), QUANTITIES[key].exact(answer.value)
        if cell is None or exactly is None:
            continue
        said, name = _printed(cell), QUANTITIES[key].name
        if said is None:
            yield _finding(line, "malformed", cell.place, f"no {name}", None, cell.text)
        elif not said.agrees(exactly):
            message = f"{line.bet.id}: not the exact {name}"
            shown = said.likewise(exactly)
            if not exactly.root and len(exact(exactly.number)) <= 40:
                shown += f" ({exact(exactly.number)})"
            yield _finding(line, "figure-wrong", cell.place, message, shown, cell.text)


def _charged(
    line: Offer, solved: Sequence[Solved], paytable: Paytable, rules: Rulebook, limits: Limits
) -> Offer:
    """Return *line* with the commission under which its advantage is right, if it is left open."""
    said = _printed(line.entry.cells["house_advantage"]) if _leaves_open(line) else None
    if said is None:
        return line
    named = line.entry.cells.get("basis")
    basis = _basis(named.text) if named else None
    for option in (line.charge.commission, *line.charge.options):
        tried = replace(line, charge=replace(line.charge, commission=option))
        answers = _answers(tried, solved[:1], _of_line(tried, paytable), rules)
        dues = [] if isinstance(answers, RuleError) else [quantities(answers[0])]
        if any(
            said.agrees(due, limits.tolerance)
            for advantages in dues
            for name, due in advantages.items()
            if basis in (None, name)
        ):
            return tried
    return line


def _leaves_open(line: Offer) -> bool:
    return bool(line.charge.options) and "house_advantage" in line.entry.cells


def _part_or_whole(
    line: Offer, solved: Solved, own: Paytable, answer: Valued, wholes: Wholes
) -> Iterator[Finding]:
    """Yield that prices may be on a part's stake or on the whole one, with both edges."""
    prices, doubtful = line.priced.prices, line.priced.doubtful
    there = {key: wholes.as_whole(line.bet, key, prices[key]) for key in doubtful}
    edge = answer.value.house_edge
    whole = _edge_at(solved, _with(own, line, pays={**prices, **there}), answer.ticket)
    if edge is None or whole is None:
        return
    both = [f"{fixed(value * 100, 4)}%" for value in (edge.per_bet_made, whole)]
    said = f"{line.bet.id} ({', '.join(doubtful)})"
    message = f"the edge is {both[0]} if on the part's stake, {both[1]} if on the whole stake"
    key = next(iter(doubtful))
    expected = f"part {prices[key]} or whole {prices[key]}"
    code = "part-or-whole" if any(doubtful.values()) else "part-assumed"
    cell = line.priced.cells[key]
    yield _finding(line, code, cell.place, f"{said}: {message}", expected, cell.text)


Fit = tuple[str, Cell, frozenset[int]]
"""A number that is claimed: what of, where, and the readings that it is true of."""


def _fits(
    line: Offer, chances: Sequence[Value], answers: Sequence[Valued], limits: Limits
) -> Iterator[Fit]:
    """Yield which readings each number on the line is true of."""
    cells = line.entry.cells
    for key, number in _CHANCES.items():
        if key in cells and (said := _printed(cells[key])) is not None:
            true = [i for i, value in enumerate(chances) if said.agrees(number(value))]
            yield _CALLED[key], cells[key], frozenset(true)
    if "true_odds" in cells:
        true = [i for i, value in enumerate(chances) if _are_true_odds(cells["true_odds"], value)]
        yield "true odds", cells["true_odds"], frozenset(true)
    said = _printed(cells["house_advantage"]) if "house_advantage" in cells else None
    if said is not None:
        basis = (_basis(cells["basis"].text) if "basis" in cells else None) or "made"
        dues = [quantities(answer).get(basis) for answer in answers]
        true = [
            i for i, due in enumerate(dues)
            if due is not None and said.agrees(due, limits.tolerance)
        ]  # fmt: skip
        yield _ADVANTAGE, cells["house_advantage"], frozenset(true)


_ADVANTAGE = "advantage"
_CHANCES: Mapping[str, Callable[[Value], Fraction]] = {
    "win_probability": lambda value: value.win,
    "lose_probability": lambda value: value.lose,
    "push_probability": lambda value: value.push,
    "expected_rolls": lambda value: value.expected_rolls,
}
_CALLED = {
    "win_probability": "probability of a win",
    "lose_probability": "probability of a lose",
    "push_probability": "probability of a push",
    "expected_rolls": "expected number of rolls",
}


def _printed(cell: Cell) -> PrintedNumber | None:
    try:
        return parse_print(cell.text, SUBMITTED)
    except NumberError:
        return None


def _reading_of(
    line: Offer, solved: Sequence[Solved], answers: Sequence[Valued], fits: Sequence[Fit]
) -> tuple[int, list[Finding]]:
    """Return which reading the numbers on the line are of, and what is wrong with that.

    A submission is of one reading: numbers that are true of one each, but of none together, are
    a mix. The usual reading is chosen if it can be; of those without a price, only if all are.
    """
    names = [reading.model.reading.name for reading in solved]
    if "reading" in line.entry.cells:
        cell = line.entry.cells["reading"]
        said = cell.text.strip().lower()
        if said not in (*names, USUAL):
            message = f"{line.bet.id} has no reading {cell.text!r}"
            finding = _finding(line, "malformed", cell.place, message, " or ".join(names))
            return 0, [finding]
        stated = names.index(said) if said in names else 0
        wrong = [fit for fit in fits if fit[2] and stated not in fit[2]]
        there: Fit = (said, cell, frozenset([stated]))
        return stated, [_mixed(line, names, there, fit) for fit in wrong]
    priced = [i for i, answer in enumerate(answers) if answer.value.house_edge is not None]
    usual = priced[0] if priced else 0
    true = [fit for fit in fits if fit[2]]
    common = frozenset(range(len(names))).intersection(*(fitting for _, _, fitting in true))
    if not common:
        first, second = next(
            (pair, two) for pair, two in combinations(true, 2) if not pair[2] & two[2]
        )
        return usual, [_mixed(line, names, first, second)]
    chosen = usual if usual in common else min(common)
    advantage = [
        cell for what, cell, fitting in true if what == _ADVANTAGE and usual not in fitting
    ]
    message = f"{line.bet.id}: this is the advantage of the reading {names[chosen]!r}"
    return chosen, [
        _finding(line, "another-reading", cell.place, message, None, cell.text)
        for cell in advantage
    ]


def _mixed(line: Offer, names: Sequence[str], fit: Fit, two: Fit) -> Finding:
    (first, _, a), (second, cell, b) = fit, two
    of_first, of_second = (" or ".join(repr(names[i]) for i in sorted(x)) for x in (a, b))
    stated = "stated" if first in names or first == USUAL else f"the {first} is of {of_first}"
    message = f"{line.bet.id}: the {second} is of the reading {of_second}, {stated}"
    if stated == "stated":
        message = f"{line.bet.id}: the {second} is of the reading {of_second}, not of {of_first}"
    return _finding(line, "mixed-readings", cell.place, message, f"of {of_first}", cell.text)


def submitted(lines: Sequence[Offer], printed: Paytable) -> Paytable:
    """Return the submission's prices as a paytable; of contradictory ones the first.

    Prices for a bundle's parts are on its whole stake where those of *printed* are.
    """
    pricing: dict[str, Pricing] = {}
    for line in lines:
        old = pricing.get(line.bet.id) or Pricing({}, "the submission", "as submitted")
        pays = {**line.priced.prices, **old.pays}
        charged = old.commission or line.charge.commission
        there = printed.pricing.get(line.bet.id)
        whole = there is not None and there.whole
        pricing[line.bet.id] = replace(old, pays=pays, commission=charged, whole=whole)
    return Paytable("submission", "The submission", "as submitted", "as submitted", pricing)


def _solved(line: Offer, rules: Rulebook, limits: Limits) -> list[Solved]:
    """Return every reading of the line's wager, solved; wagers of the catalogue without a limit."""
    known = line.bet.id in shipped_bets()
    placing = Placing(max_states=MAX_STATES if known else limits.max_states)
    return [
        solve_model(model(rules, line.bet, line.wager, reading, placing))
        for reading in line.wager.sound_readings
    ]


def _stake(line: Offer) -> Fraction | None:
    """Return the least stake that the line permits; None if it does not say."""
    unit, least = amount(line, "unit"), amount(line, "minimum")
    return -(-least // unit) * unit if unit and least else unit or least


def _of_line(line: Offer, paytable: Paytable) -> Paytable:
    """Return *paytable* with the line's own prices, where others contradict them."""
    pricing = paytable.pricing[line.bet.id]
    charged = line.charge.commission or pricing.commission
    return _with(paytable, line, pays={**pricing.pays, **line.priced.prices}, commission=charged)


def _answers(
    line: Offer, solved: Sequence[Solved], paytable: Paytable, rules: Rulebook
) -> list[Valued] | RuleError:
    """Return the value of each reading at the stake that is stated, or why there is none.

    Where the text has wins rounded they are, at that stake.
    """
    stake = _stake(line)
    try:
        if stake is not None and rules.rounding in ROUNDED:
            ticket = Ticket(stake, rounding=rules.rounding)
            return [reading.answer(paytable, ticket) for reading in solved]
        return [reading.answer(paytable) for reading in solved]
    except RuleError as error:
        if error.code == "no-stake" and stake is not None:
            return [reading.answer(paytable, Ticket(stake)) for reading in solved]
        return error


ROUNDED = ("down", "nearest", "half-even", "up")
"""How a text may have wins paid in whole units of money."""

MOST_TRIED = 360
"""Stakes from the least upwards at which rounded wins are valued."""


def _rounded(line: Offer, solved: Solved, paytable: Paytable, rules: Rulebook) -> Iterator[Finding]:
    """Yield the lawful stake at which the rounding of the text is the player's advantage."""
    first = _stake(line)
    if first is None or rules.rounding not in ROUNDED[1:]:
        return
    step = multiple(amount(line, "unit") or Fraction(1), Fraction(line.wager.unit or 1))
    start, most = amount(line, "minimum") or first, amount(line, "maximum")
    for count in range(MOST_TRIED):
        stake = -(-start // step) * step + count * step
        if most is not None and stake > most:
            return
        edge = _edge_at(solved, paytable, Ticket(stake, rounding=rules.rounding))
        if edge is not None and edge < 0:
            message = f"{line.bet.id}: at a stake of {exact(stake)}, rounded {rules.rounding}, the"
            shown = f"player has an advantage of {fixed(-edge * 100, 4)}%"
            place = line.entry.cells["unit"].place if "unit" in line.entry.cells else (
                line.entry.place
            )  # fmt: skip
            yield _finding(line, "player-advantage", place, f"{message} {shown}", "above 0")
            return


def _bundle_breakage(line: Offer, answer: Valued, rules: Rulebook) -> Iterator[Finding]:
    """Yield the wins of a bundle that are no whole amounts at the stated unit."""
    unit = amount(line, "unit")
    if unit is None or "win" in line.priced.prices:
        return
    nets = {
        payoff.outcome.key: payoff.net
        for payoff in answer.value.payoffs
        if payoff.net is not None and payoff.net > 0
    }
    step = Fraction(line.wager.unit or 1)
    for net in nets.values():
        step = multiple(step, Fraction(net.denominator))
    broken = [f"{key} {exact(unit * net)}" for key, net in nets.items() if unit * net % 1]
    if broken:
        code = "unpayable-stake" if rules.rounding == "refuse" else "breakage"
        message = f"a stake of {exact(unit)} wins, in all, {', '.join(broken[:6])}"
        where = line.entry.cells["unit"].place
        yield _finding(line, code, where, message, f"a multiple of {exact(step)}")


def _unvalued(line: Offer, error: RuleError) -> Finding:
    """Return the finding that the prices of *line* have no value, because of *error*."""
    if error.code == "conflict":
        return _finding(line, "non-uniform", line.entry.place, str(error))
    if error.code != "no-stake":
        raise error
    cell = line.entry.cells.get("commission", line.entry)
    message = f"{line.bet.id}: the commission depends on the stake, and none is stated"
    return _finding(line, "advantage-unchecked", cell.place, message)


def _finding(
    line: Offer,
    code: str,
    place: str,
    message: str,
    expected: str | None = None,
    got: str | None = None,
) -> Finding:
    return Finding(code, place, message, expected, got, line.wager.clause, line.bet.id)


def _edge(line: Offer, answer: Valued, limits: Limits) -> Iterator[Finding]:
    edge = answer.value.house_edge
    assert edge is not None
    made, place = edge.per_bet_made, line.entry.place
    if not line.priced.prices:
        return
    shown = (
        f"{fixed(made * 100, 4)}% ({exact(made)})" if len(exact(made)) < 40 else exact(made)[:40]
    )
    if made < 0:
        message = f"{line.bet.id}: the player has an advantage of {fixed(-made * 100, 4)}%"
        yield _finding(line, "player-advantage", place, message, "above 0", shown)
    elif made == 0 and line.wager.when != "point":
        yield _finding(line, "zero-edge", place, f"{line.bet.id}: the house has no advantage")
    if limits.max_edge is not None and made > limits.max_edge:
        most = f"at most {fixed(limits.max_edge * 100, 4)}%"
        yield _finding(
            line, "edge-over-limit", place, f"{line.bet.id}: above the limit", most, shown
        )


def quantities(answer: Valued) -> dict[str, Fraction]:
    """Return the advantages of *answer* by the name of their definition, the usual one first."""
    advantages: dict[str, Fraction] = {}
    for _, edge in edges(answer.value):
        number = edge.of(answer.value)
        if number is not None:
            over = "" if edge.basis == "stake" else f" over {edge.basis}"
            advantages[f"{edge.word}{over}"] = number
    if advantages:
        advantages["outlay"] = advantages.get("made over outlay", advantages["made"])
    return advantages


def _basis(text: str) -> str | None:
    """Return which definition a submission's basis names; None if none is known."""
    for word, name in _BASES.items():
        if word in text.lower():
            return name
    return None


def _claim(
    line: Offer,
    answer: Valued,
    solved: Solved,
    tables: tuple[Paytable, Paytable],
    limits: Limits,
    verdicts: dict[tuple[object, ...], tuple[str, str] | None],
) -> Iterator[Finding]:
    cell = line.entry.cells.get("house_advantage")
    if cell is None:
        return
    try:
        claimed = parse_print(cell.text, SUBMITTED)
    except NumberError as error:
        yield _finding(line, "malformed", cell.place, str(error), None, cell.text)
        return
    named = line.entry.cells.get("basis")
    basis = _basis(named.text) if named else None
    if named and basis is None:
        message = "the basis is none of made, resolved, roll, outlay"
        yield _finding(line, "malformed", named.place, message, "per bet made", named.text)
        return
    asked = (id(answer), claimed.text, basis)  # the answers of equal lines are the same object
    if asked not in verdicts:
        verdicts[asked] = _verdict(line, claimed, basis, answer, solved, tables, limits)
    verdict = verdicts[asked]
    if verdict is not None:
        code, message = verdict
        exact_by = quantities(answer)
        expected = _like(claimed, exact_by.get(basis or "made", exact_by["made"]))
        yield _finding(line, code, cell.place, f"{line.bet.id}: {message}", expected, cell.text)


def _like(claimed: PrintedNumber, value: Fraction) -> str:
    """Return *value* printed like what is claimed, with its exact fraction."""
    if claimed.places is None:
        return exact(value)
    shown = claimed.likewise(value)
    return f"{shown} ({exact(value)})" if len(exact(value)) <= 40 else shown


def _verdict(
    line: Offer,
    claimed: PrintedNumber,
    basis: str | None,
    answer: Valued,
    solved: Solved,
    tables: tuple[Paytable, Paytable],
    limits: Limits,
) -> tuple[str, str] | None:
    """Return the code and the words of what is wrong with a claimed advantage; None if nothing."""
    tolerance = limits.tolerance
    exact_by = quantities(answer)
    due = exact_by.get(basis or "made", exact_by["made"])
    if claimed.agrees(due, tolerance):
        return None
    if claimed.truncates(due):
        return "advantage-truncated", "the advantage is cut, not rounded"
    others = [name for name, value in exact_by.items() if claimed.agrees(value, tolerance)]
    if others and basis is None:
        return "basis-missing", f"this is the advantage per bet {others[0]}"
    ticket = answer.ticket
    swapped = _swapped(line, solved, tables[0], ticket)
    if swapped is not None and claimed.agrees(swapped, tolerance):
        return "to-for-slip", "right only if its prices are read with the other word, to or for"
    hints = [f"it is the advantage per bet {name}" for name in others[:1]]
    hints += _hints(line, claimed, solved, tables, ticket)
    wrong = f"not the exact advantage per bet {basis or 'made'}"
    if ticket.given and ticket.rounding != "exact":
        wrong += f" at a stake of {exact(ticket.stake)}, wins rounded {ticket.rounding}"
    return "advantage-wrong", f"{wrong}; {hints[0]}" if hints else wrong


def _swapped(line: Offer, solved: Solved, paytable: Paytable, ticket: Ticket) -> Fraction | None:
    """Return the edge if every price of the line is read with the other word."""
    pays = {}
    for key, price in line.priced.prices.items():
        if price.is_true_odds or price.first is None:
            return None
        other = replace(price, word=_SWAPPED[price.word])
        if other.net() < 0:
            return None
        pays[key] = other
    return _edge_at(solved, _with(paytable, line, pays=pays), ticket)


def _with(paytable: Paytable, line: Offer, **changes: Any) -> Paytable:
    """Return *paytable* with *changes* in how the line's bet is priced."""
    pricing = replace(paytable.pricing[line.bet.id], **changes)
    return replace(paytable, pricing={**paytable.pricing, line.bet.id: pricing})


def _edge_at(solved: Solved, paytable: Paytable, ticket: Ticket) -> Fraction | None:
    """Return the edge per bet made; None without a price, or without a stake that it needs."""
    try:
        edge = solved.answer(paytable, ticket).value.house_edge
    except RuleError as error:
        if error.code != "no-stake":
            raise
        return None
    return None if edge is None else edge.per_bet_made


def _hints(
    line: Offer,
    claimed: PrintedNumber,
    solved: Solved,
    tables: tuple[Paytable, Paytable],
    ticket: Ticket,
) -> Iterator[str]:
    """Yield what would give the claimed advantage: a slip of the percent, or another price."""
    paytable, customary = tables
    if line.bet.kind == "bundle":
        edge = _edge_at(solved, _with(paytable, line, whole=True), ticket)
        if edge is not None and claimed.agrees(edge):
            yield "right if these are prices on the whole stake; state those of the parts"
    due, usual = _edge_at(solved, paytable, ticket), _edge_at(solved, customary, ticket)
    if usual is not None and claimed.agrees(usual):
        yield f"it is that of the prices of {customary.id}"
    if due is not None and claimed.kind != PERCENT:
        slip = parse_print(f"{claimed.text}%", SUBMITTED)
        if slip.agrees(due):
            yield f"did you mean {claimed.text.strip()}%?"
    for key, price in line.priced.prices.items():
        if price.is_true_odds or price.net().denominator != 1:
            continue
        for net in range(max(0, int(price.net()) - 3), int(price.net()) + 4):
            other = Price.of_net(Fraction(net))
            pays = {**line.priced.prices, key: other}
            edge = _edge_at(solved, _with(paytable, line, pays=pays), ticket)
            if net != price.net() and edge is not None and claimed.agrees(edge):
                yield f"it is that of {other}"


def _true_odds(line: Offer, value: Value) -> Iterator[Finding]:
    cell = line.entry.cells.get("true_odds")
    if cell is None:
        return
    try:
        if value.win == 0:
            raise RuleError("a bet that cannot win has no true odds", code="impossible")
        odds_said(cell.text)
    except (NumberError, RuleError) as error:
        yield _finding(line, "true-odds-wrong", cell.place, str(error)[:120], None, cell.text)
        return
    if not _are_true_odds(cell, value):
        due = value.lose / value.win
        expected = str(Price.of_net(due))
        message = f"{line.bet.id}: not the true odds"
        yield _finding(line, "true-odds-wrong", cell.place, message, expected, cell.text)


def odds_said(text: str) -> Price:
    """Return odds as people write them, as a fraction too.

    Raises:
        NumberError: they are none.
    """
    return Price.parse(as_fraction_odds(text) or text)


def _are_true_odds(cell: Cell, value: Value) -> bool:
    """Return whether *cell* has the odds against winning, exactly or rounded as printed."""
    try:
        price = odds_said(cell.text)
    except NumberError:
        return False
    if price.is_true_odds or value.win == 0:
        return False
    due, said = value.lose / value.win, price.net()
    first = re.split(r"[:/t ]", plain_price(cell.text))[0]
    rounded = "." in first and said == parse_rational(fixed(due, len(first.partition(".")[2])))
    return said == due or rounded


def _chances_said(line: Offer, due: Value) -> Iterator[Finding]:
    """Yield what is wrong with printed probabilities and rolls."""
    cell = line.entry.cells.get("expected_rolls")
    if cell is not None:
        rolls = _printed(cell)
        if rolls is None:
            yield _finding(line, "malformed", cell.place, "no number of rolls", None, cell.text)
        elif not rolls.agrees(due.expected_rolls):
            message = f"{line.bet.id}: not the expected number of rolls"
            expected = _like(rolls, due.expected_rolls)
            yield _finding(line, "rolls-wrong", cell.place, message, expected, cell.text)
    said: dict[str, PrintedNumber] = {}
    for result, exactly in (("win", due.win), ("lose", due.lose), ("push", due.push)):
        cell = line.entry.cells.get(f"{result}_probability")
        if cell is None:
            continue
        try:
            said[result] = parse_print(cell.text, SUBMITTED)
        except NumberError as error:
            yield _finding(line, "malformed", cell.place, str(error), None, cell.text)
            continue
        if not said[result].agrees(exactly):
            message = f"{line.bet.id}: not the probability of a {result}"
            expected = _like(said[result], exactly)
            yield _finding(line, "probability-wrong", cell.place, message, expected, cell.text)
    if {"win", "lose"} <= set(said) and ("push" in said or not due.push):
        total = sum((chance.value for chance in said.values()), Fraction(0))
        slack = sum((chance.slack for chance in said.values()), Fraction(0))
        if abs(total - 1) > slack:
            place = line.entry.cells["win_probability"].place
            message = f"{line.bet.id}: the probabilities sum to {exact(total)}"
            yield _finding(line, "probabilities-do-not-sum", place, message, "1", exact(total))


def _cap(line: Offer, answer: Valued) -> Iterator[Finding]:
    most, cap = highest_stake(line), amount(line, "cap")
    nets = answer.value.net_win
    if most is None or nets is None or not line.priced.prices:
        return
    place = line.entry.cells["maximum"].place
    top = max(net for net, _ in nets) * most
    if cap is None or top <= cap:
        message = f"{line.bet.id}: one bet can win up to {exact(top)}"
        yield _finding(line, "maximum-exposure", place, message, None, exact(top))
        return
    capped = -sum((chance * min(net, cap / most) for net, chance in nets), Fraction(0))
    message = (
        f"{line.bet.id}: at the highest stake the cap of {exact(cap)} cuts a win of {exact(top)};"
        f" the advantage there is {fixed(capped * 100, 4)}%"
    )
    yield _finding(line, "cap-changes-edge", line.entry.cells["cap"].place, message)
