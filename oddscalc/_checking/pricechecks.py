"""The prices of a submission beside each other, and beside those of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from oddscalc._ask.query import true_odds_of
from oddscalc._bets.compile import COUNTED, parts_of, price_keys
from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Offer
from oddscalc._checking.submission import Cell
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc._rules.rulebook import Rulebook

ASSUMED = "assumed"
"""The status of a price that stands in a paytable, but not in the text that it is of."""


def compare_prices(
    lines: Sequence[Offer],
    rules: Rulebook,
    printed: Paytable | None,
    listed: Paytable | None = None,
) -> Iterator[Finding]:
    """Yield what is wrong with the prices beside those of other lines, of the text and of a list.

    Args:
        lines: what is offered.
        rules: the text.
        printed: the prices that it prints.
        listed: a list that is given, of which every price must be.
    """
    yield from _repeated(lines)
    yield from _missing(lines, rules)
    yield from _broken_down(lines, rules)
    for line in lines:
        if line.wager.true_odds:
            yield from _at_true_odds(line, rules)
    if listed is not None:
        yield from _beside_list(lines, rules, listed)
    if rules.price_mode == "one-of":
        yield from _columns(lines, rules)
    elif listed is not None and printed is None:
        return
    elif rules.price_mode == "unstated" or printed is None:
        yield Finding(
            "price-unchecked",
            "rulebook",
            f"{rules.id} prints no prices{_but_true_odds(lines)}: these were not compared with any",
        )
    else:
        for line in lines:
            yield from _against(line, rules, printed)


def _but_true_odds(lines: Sequence[Offer]) -> str:
    bets = ", ".join(dict.fromkeys(line.bet.id for line in lines if line.wager.true_odds))
    return f" but the true odds of {bets}" if bets else ""


def _at_true_odds(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    """Yield the prices of a wager that are not the true odds which its clause sets."""
    for key, price in line.priced.prices.items():
        odds = true_odds_of(line.bet, rules.catalogue)
        if price.net(odds) != odds:
            message = f"{line.bet.id} ({key}) receives true odds by its clause"
            yield _of_cell("price-not-fixed", line, key, message, str(Price.of_net(odds)))


def _broken_down(lines: Sequence[Offer], rules: Rulebook) -> Iterator[Finding]:
    """Yield prices of wagers in several parts that are not those of the parts as wagers."""
    alone = {
        (line.bet.id, key): price for line in lines for key, price in line.priced.prices.items()
    }
    for line in lines:
        always = line.wager.broken_down == "always"
        area = line.entry.cells.get("area")
        if line.wager.broken_down is None or (not always and area and is_yes(area.text)):
            continue
        code = "broken-down" if always or area else "area-needed"
        for key, price in line.priced.prices.items():
            if key == "win":
                message = f"{line.bet.id} has a price of its own, where its parts are wagers"
                yield _of_cell(code, line, key, message, "the prices of its parts")
                continue
            for wager, part in ((key, "win"), ("horn", key)):
                there = alone.get((wager, part))
                if there is None or there.is_true_odds or price.is_true_odds:
                    continue
                if there.net() != price.net():
                    message = f"{key} is priced otherwise in {line.bet.id} than as {wager}"
                    yield _of_cell(code, line, key, message, f"{there}")
                    break


def is_yes(text: str) -> bool:
    """Return whether *text* says yes.

    >>> is_yes("Yes"), is_yes("no area")
    (True, False)
    """
    return text.strip().lower().split(" ")[0] in ("yes", "y", "true", "1", "designated", "with")


def _repeated(lines: Sequence[Offer]) -> Iterator[Finding]:
    seen: dict[tuple[str, str], tuple[Price, Cell]] = {}
    for line in lines:
        for key, price in line.priced.prices.items():
            cell = line.priced.cells[key]
            first = seen.setdefault((line.bet.id, key), (price, cell))
            if first[1] is cell:
                continue
            same = first[0] == price or (
                not price.is_true_odds
                and not first[0].is_true_odds
                and first[0].net() == price.net()
            )
            code, word = ("duplicate-row", "again") if same else ("non-uniform", "differently")
            message = f"{line.bet.id} ({key}) is priced {word}; first at {first[1].place}"
            yield Finding(
                code, cell.place, message, first[1].text, cell.text, line.wager.clause, line.bet.id
            )


def _missing(lines: Sequence[Offer], rules: Rulebook) -> Iterator[Finding]:
    priced: dict[str, set[str]] = {}
    attempted: dict[str, set[str]] = {}
    for line in lines:
        priced.setdefault(line.bet.id, set()).update(line.priced.prices)
        attempted.setdefault(line.bet.id, set()).update(line.priced.attempted)
    unread = {line.bet.id for line in lines if line.entry.unread & {"pays", "outcome"}}
    done: set[str] = set()
    for line in lines:
        bet = line.bet
        if bet.id in done:
            continue
        done.add(bet.id)
        if "win" in attempted[bet.id] or bet.id in unread:
            continue
        absent = min(
            (sorted(keys - attempted[bet.id]) for keys in _needed(line, set(priced), rules)),
            key=len,
        )
        if absent:
            yield Finding(
                "missing-price",
                line.entry.place,
                f"{bet.id} has no price for {', '.join(absent)}",
                clause=line.wager.clause,
                wager=bet.id,
            )


def _needed(line: Offer, alone: set[str], rules: Rulebook) -> Iterator[set[str]]:
    """Yield, for each reading, the keys of the prices that it needs; not of parts priced alone."""
    for rule in ({}, *line.wager.overrides):
        if line.bet.kind == "bundle":
            yield {*parts_of({**line.bet.rule, **rule}, rules.catalogue)} - alone
        else:
            yield set(price_keys(line.bet, rules.catalogue, rule))


def _against(line: Offer, rules: Rulebook, printed: Paytable) -> Iterator[Finding]:
    for key, price in line.priced.prices.items():
        if line.wager.true_odds:
            continue
        due = _due(line, key, printed, read=True)
        if due is None:
            yield _of_cell("price-unchecked", line, key, _unread(line, key, printed), "")
            continue
        net, least = _nets(line, rules, price, due)
        if rules.price_mode == "minimum" and net < least:
            message = f"{line.bet.id} ({key}) pays less than the text allows"
            yield _of_cell("price-below-minimum", line, key, message, f"at least {due}")
        if rules.price_mode == "fixed" and net != least:
            message = f"{line.bet.id} ({key}) pays other than the text fixes"
            yield _of_cell("price-not-fixed", line, key, message, str(due))


def _beside_list(lines: Sequence[Offer], rules: Rulebook, listed: Paytable) -> Iterator[Finding]:
    """Yield the prices that are not those of a list that is given, and which are not on it."""
    absent: dict[str, None] = {}
    for line in lines:
        for key, price in line.priced.prices.items():
            due = _due(line, key, listed)
            if due is None:
                absent[line.bet.id] = None
                continue
            net, right = _nets(line, rules, price, due)
            if net != right:
                message = f"{line.bet.id} ({key}) pays other than in {listed.id}"
                yield _of_cell("price-not-fixed", line, key, message, str(due))
    if absent:
        message = f"not compared, for {listed.id} does not price them: {', '.join(absent)}"
        yield Finding("price-unchecked", "paytable", message)


def _unread(line: Offer, key: str, printed: Paytable) -> str:
    """Return why a price is not compared: the text prints none, or nobody has read it there."""
    priced = f"{line.bet.id} ({key})"
    pricing = printed.pricing.get(line.bet.id)
    said = pricing.pays.get(key) if pricing else None
    if pricing is None or said is None or pricing.status.startswith("assumed"):
        return f"{priced}: the text prints no such price to compare with"
    return f"{priced}: {said} is {pricing.status}, not read in the text; it is not enforced"


def _due(line: Offer, key: str, printed: Paytable, *, read: bool = False) -> Price | None:
    """Return the printed price; of a bundle paid by its parts, that of the part.

    Args:
        line: what is offered.
        key: the outcome.
        printed: the prices.
        read: whether only those count that somebody has read.
    """
    pricing = printed.pricing.get(line.bet.id)
    if pricing is None and line.bet.kind == "bundle":
        pricing, key = printed.pricing.get(key), "win"
    if pricing is None or (read and not pricing.is_read):
        return None
    if key == "win" and line.bet.kind in COUNTED and key not in pricing.pays:
        return max(pricing.pays.values(), key=lambda price: price.net())
    return pricing.pays.get(key)


def _nets(line: Offer, rules: Rulebook, price: Price, due: Price) -> tuple[Fraction, Fraction]:
    needed = price.is_true_odds or due.is_true_odds
    odds = true_odds_of(rules.catalogue[line.bet.id], rules.catalogue) if needed else None
    return price.net(odds), due.net(odds)


def _columns(lines: Sequence[Offer], rules: Rulebook) -> Iterator[Finding]:
    """Yield the prices that stand in no column, or in other columns than the rest."""
    columns = rules.price_columns
    if not columns:
        return  # a hole of the rulebook, which is told where that is checked
    fits: list[tuple[Offer, str, set[str]]] = []
    for line in lines:
        for key, price in line.priced.prices.items():
            due = {
                name: column.pricing[line.bet.id].pays[key]
                for name, column in columns.items()
                if line.bet.id in column.pricing and key in column.pricing[line.bet.id].pays
            }
            pairs = {name: _nets(line, rules, price, there) for name, there in due.items()}
            agreeing = {name for name, (net, least) in pairs.items() if net == least}
            if agreeing:
                fits.append((line, key, agreeing))
            elif due:
                known = " or ".join(f"{there} ({name})" for name, there in due.items())
                message = f"{line.bet.id} ({key}) is priced as in no column"
                yield _of_cell("price-not-fixed", line, key, message, known)
    yield from _mixed(fits, list(columns))


def _mixed(
    fits: Sequence[tuple[Offer, str, set[str]]], columns: Sequence[str]
) -> Iterator[Finding]:
    """Yield the prices of other columns than most, unless one column holds them all."""
    if any(all(name in agreeing for _, _, agreeing in fits) for name in columns):
        return
    chosen = max(columns, key=lambda name: sum(name in agreeing for _, _, agreeing in fits))
    for line, key, agreeing in fits:
        if chosen not in agreeing:
            of = f"of column {', '.join(sorted(agreeing))}, most others are of {chosen}"
            message = f"{line.bet.id} ({key}) is {of}"
            yield _of_cell("mixed-columns", line, key, message, f"all of {chosen}")


def _of_cell(code: str, line: Offer, key: str, message: str, expected: str) -> Finding:
    cell = line.priced.cells[key]
    wager = line.wager
    return Finding(
        code, cell.place, message, expected or None, cell.text, wager.clause, line.bet.id
    )
