"""Checking a submission against a rulebook: every finding, none silently corrected."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import compile_bet, price_keys
from oddscalc._chain.model import Placing, model
from oddscalc._checking.charges import read_charge
from oddscalc._checking.findings import Finding, code_of
from oddscalc._checking.groups import is_heading, members, rows_of, unlike, without_brackets
from oddscalc._checking.lines import Limits, Offer
from oddscalc._checking.pricechecks import compare_prices
from oddscalc._checking.prices import read_prices
from oddscalc._checking.rulechecks import check_rules
from oddscalc._checking.submission import Entry, Submission
from oddscalc._checking.valuechecks import check_values
from oddscalc._checking.wholes import Wholes
from oddscalc._money.paytable import Paytable
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import OddscalcError, RuleError, UnknownNameError


def check(
    submission: Submission, rules: Rulebook, prices: Paytable | None, limits: Limits
) -> list[Finding]:
    """Return every finding on *submission* under *rules*, in the order of the file.

    Args:
        submission: as read; what was wrong in reading it comes first.
        rules: the rulebook it is checked against.
        prices: the prices that the rulebook prints; None if it prints none.
        limits: what the user sets.
    """
    return judged(submission, rules, prices, limits)[0]


def judged(
    submission: Submission, rules: Rulebook, prices: Paytable | None, limits: Limits
) -> tuple[list[Finding], list[Offer]]:
    """Return every finding on *submission*, and the lines of it whose wagers are known."""
    findings = [*submission.findings, *_header(submission)]
    if not submission.entries and not submission.bets:
        findings.append(Finding("malformed", "wagers", "there is no wager in it"))
    rules, problems = with_own_bets(submission.bets, rules, limits)
    findings += problems
    lines: list[Offer] = []
    wholes = Wholes(rules.catalogue, prices)
    misread: list[Finding] = []
    for entry in submission.entries:
        for known in _lines(entry, rules):
            if isinstance(known, Finding):
                findings.append(known)
                continue
            bet, wager = known.bet, known.wager
            priced, amiss = read_prices(known.entry, bet, wager, rules, wholes)
            charge, unread = read_charge(known.entry, bet, wager, prices)
            misread += [*amiss, *unread]
            lines.append(replace(known, priced=priced, charge=charge))
    findings += _once(misread)
    findings += compare_prices(lines, rules, prices, limits.prices)
    for line in lines:
        findings += check_rules(line, rules)
    findings += _once(check_values(lines, rules, prices, limits))
    findings += _offered(lines)
    findings += _in_other_games(lines, submission, rules)
    findings += _not_offered(lines, rules)
    return findings, lines


def lint(rules: Rulebook, limits: Limits) -> list[Finding]:
    """Return what is wrong with the definitions of a draft rulebook.

    Every reading of every wager must make a chain that can be solved.
    """
    findings = []
    for number, wager in enumerate(rules.wagers):
        for bet_id in wager.bets:
            for reading in wager.readings:
                if wager.impossible:
                    findings.append(
                        Finding("never-ends", f"wagers[{number}]", wager.impossible,
                                clause=wager.clause, wager=bet_id)
                    )  # fmt: skip
                    break
                try:
                    placing = Placing(max_states=limits.max_states)
                    model(rules, rules.catalogue[bet_id], wager, reading, placing).chain()
                except OddscalcError as error:
                    findings.append(
                        Finding(
                            code_of(error),
                            f"wagers[{number}]",
                            str(error),
                            clause=wager.clause,
                            wager=bet_id,
                        )
                    )
    return [*findings, *_holes(rules)]


def _holes(rules: Rulebook) -> Iterator[Finding]:
    """Yield what a draft rulebook leaves open, so that nothing can be compared with it."""
    mode = rules.price_mode
    if mode == "one-of" and not rules.columns:
        text = "price_mode is 'one-of', but there are no columns to choose from"
        yield Finding("hole", "columns", text, "columns = [...], paytables by id or file")
    elif mode in ("minimum", "fixed") and rules.printed is None:
        text = f"price_mode is {mode!r}, but there are no prices: none is compared"
        yield Finding("hole", "prices", text, "[[prices]] here, or prices = an id or a file")
    listed = [*rules.price_columns.values(), *([rules.printed] if rules.printed else [])]
    for number, wager in enumerate(rules.wagers):
        for bet in wager.bets:
            if wager.true_odds or wager.impossible or not listed:
                continue
            if not all(_is_priced(rules, bet, prices) for prices in listed):
                text = f"{bet} has no price, or not one for each win"
                yield Finding("hole", f"wagers[{number}]", text, clause=wager.clause, wager=bet)


def _is_priced(rules: Rulebook, bet_id: str, prices: Paytable) -> bool:
    """Return whether every win of a bet has a price, of its own or by its parts."""
    bet, pricing = rules.catalogue[bet_id], prices.pricing.get(bet_id)
    keys = price_keys(bet, rules.catalogue)
    if pricing is not None:
        return "win" in pricing.pays or all(key in pricing.pays for key in keys if key != "win")
    return bet.kind == "bundle" and all(part in prices.pricing for part in keys if part != "win")


def _header(submission: Submission) -> Iterator[Finding]:
    cells = submission.header
    asked = ("licensee", "game", "version", "effective")
    missing = [key for key in asked if key not in cells or not cells[key].text.strip()]
    if missing:
        yield Finding("header-incomplete", "header", f"there is no {', no '.join(missing)}")
    if "licensee" in cells and cells["licensee"].text.upper().startswith("NAME OF"):
        place = cells["licensee"].place
        yield Finding("header-incomplete", place, "still the words of the template")
    if "effective" in cells and "effective" not in missing:
        try:
            datetime.date.fromisoformat(cells["effective"].text.strip())
        except ValueError:
            words = (cells["effective"].place, "is no date", "like 2026-01-31")
            yield Finding("header-incomplete", *words, cells["effective"].text)


def with_own_bets(
    bets: Iterable[Bet], rules: Rulebook, limits: Limits
) -> tuple[Rulebook, list[Finding]]:
    """Return *rules* with the wagers that the submission defines, and what is wrong with these."""
    findings: list[Finding] = []
    sound: list[Bet] = []
    bets = list(bets)
    catalogue = rules.catalogue.with_bets(bets)
    for number, bet in enumerate(bets):
        place = f"bets[{number}]"
        if bet.id in rules.catalogue:
            message = f"{bet.id!r} is a wager already; a new one needs a name of its own"
            findings.append(Finding("malformed", place, message, wager=bet.id))
            continue
        try:
            compile_bet(bet, catalogue)
            book = rules.with_own([bet])
            wager = book.wager(bet.id)
            placing = Placing(max_states=limits.max_states)
            model(book, bet, wager, wager.readings[0], placing).chain()
        except OddscalcError as error:
            findings.append(Finding(code_of(error), place, str(error), wager=bet.id))
            continue
        sound.append(bet)
    if rules.closed:
        findings += [
            Finding("not-authorised", f"bets[{number}]", f"the list is closed, {rules.closed}",
                    got=bet.name, wager=bet.id)
            for number, bet in enumerate(bets)
        ]  # fmt: skip
    return rules.with_own(sound), findings


def _lines(entry: Entry, rules: Rulebook) -> Iterator[Offer | Finding]:
    """Yield the line of *entry*, those of a family of bets, or why there are none."""
    name, place = entry.wager.text, entry.wager.place
    entry, aside = without_brackets(entry, rules)
    if aside:
        message = f"read as {entry.wager.text!r}; what stands behind it was not read"
        yield Finding("name-read-as", place, message, got=name)
    try:
        bets = members(entry, rules)
    except UnknownNameError as error:
        filled = entry.pays or entry.cells or entry.unread or "row" not in entry.place
        if filled or not is_heading(name, error, rules):
            yield Finding("unknown-wager", place, str(error), got=name)
        else:
            yield Finding("heading-assumed", place, "taken as a heading, not as a wager", got=name)
        return
    except RuleError as error:
        yield _unauthorised(error, place, name)
        return
    if prices := unlike(bets, entry):
        message = f"one price for wagers that custom prices otherwise: {prices}"
        yield Finding("one-price", place, message, got=next(iter(entry.pays.values())).text)
    for bet, row in zip(bets, rows_of(entry, bets), strict=True):
        try:
            yield _line(row, rules, bet)
        except RuleError as error:
            yield _unauthorised(error, place, name)


def _unauthorised(error: RuleError, place: str, name: str) -> Finding:
    code = "not-in-extract" if error.code == "not-in-extract" else "not-authorised"
    return Finding(code, place, str(error), got=name)


def _once(findings: Iterable[Finding]) -> list[Finding]:
    """Return *findings* without those that say of another wager of one cell just the same."""
    kept: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        kept.setdefault((finding.code, finding.place, finding.message, finding.got), finding)
    return list(kept.values())


def _line(entry: Entry, rules: Rulebook, bet: str) -> Offer | Finding:
    wager = rules.wager(bet)
    if wager.impossible:
        return Finding(
            "never-ends",
            entry.wager.place,
            f"{bet} can never be decided: {wager.impossible}",
            clause=wager.clause,
            wager=bet,
        )
    return Offer(entry, rules.catalogue[bet], wager)


def _offered(lines: Iterable[Offer]) -> Iterator[Finding]:
    """Yield on what conditions wagers are offered, once for each clause."""
    clauses: dict[str, list[Offer]] = {}
    for line in lines:
        if line.wager.offered:
            clauses.setdefault(line.wager.clause, []).append(line)
    for clause, those in clauses.items():
        bets = ", ".join(dict.fromkeys(line.bet.id for line in those))
        message = f"{bets}: offered {those[0].wager.offered}"
        yield Finding("offered-if", those[0].entry.place, message, clause=clause)


def _games_of(submission: Submission, rules: Rulebook) -> tuple[str, ...]:
    """Return which of the games of the text a submission names as its own; none if it has none."""
    said = submission.header.get("game")
    if said is None:
        return ()
    text = " ".join(re.findall(r"[a-z]+", said.text.lower()))
    named = []
    for game in sorted(rules.games, key=len, reverse=True):
        plain = " ".join(re.findall(r"[a-z]+", game.lower()))
        if plain in text:
            named.append(game)
            text = text.replace(plain, "")
    return tuple(game for game in rules.games if game in named)


def _in_other_games(
    lines: Iterable[Offer], submission: Submission, rules: Rulebook
) -> Iterator[Finding]:
    """Yield the wagers that are not permitted in every game that the submission is about."""
    for line in lines:
        allowed = line.wager.games
        others = [game for game in _games_of(submission, rules) if game not in allowed]
        if allowed and others:
            yield Finding(
                "game-not-permitted",
                line.entry.wager.place,
                f"{line.bet.id} is not permitted in {' and '.join(others)}",
                f"in {' and '.join(allowed)} only",
                submission.header["game"].text,
                line.wager.clause,
                line.bet.id,
            )


def _not_offered(lines: Iterable[Offer], rules: Rulebook) -> Iterator[Finding]:
    offered = {line.bet.id for line in lines}
    absent = [bet.id for bet, wager in rules if bet.id not in offered and not wager.impossible]
    if absent and offered:
        shown = ", ".join(absent[:12]) + (
            f" and {len(absent) - 12} more" if len(absent) > 12 else ""
        )
        yield Finding("not-offered", "wagers", f"{len(absent)} authorised wagers: {shown}")
