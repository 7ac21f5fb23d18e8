"""The commission of a line as it is written, completed from the text where it is left open."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from oddscalc._bets.catalogue import Bet
from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Charge
from oddscalc._checking.submission import Entry
from oddscalc._money import paytable as paytables
from oddscalc._money.commission import Commission
from oddscalc._money.paytable import Paytable
from oddscalc._money.terms import Terms, terms_of
from oddscalc._rules.rulebook import Wager
from oddscalc.errors import NumberError


def read_charge(
    entry: Entry, bet: Bet, wager: Wager, printed: Paytable | None
) -> tuple[Charge, list[Finding]]:
    """Return the commission of *entry*, and what is wrong with how it is written."""
    cell = entry.cells.get("commission")
    if cell is None:
        return Charge(), []
    try:
        terms = terms_of(cell.text)
        if terms is None:
            return Charge(text=cell.text), []
        usual = usual_charge(bet, wager, printed)
        charge = _completed(terms, usual, cell.text, settled=wager.commission is not None)
    except NumberError as error:
        words = (cell.place, str(error)[:200], None, cell.text, wager.clause, bet.id)
        return Charge(text=cell.text, complete=False), [Finding("commission-unreadable", *words)]
    return charge, []


def _completed(terms: Terms, usual: Commission | None, text: str, *, settled: bool) -> Charge:
    """Return the charge of *terms*, and, if the clause has none, all else that they may mean.

    Raises:
        NumberError: no rate is stated, and neither the text nor custom has one.
    """
    if terms.rate is None and usual is None:
        raise NumberError(f"{text!r} does not say how much: write '5% of win, when won'")
    usual = usual or Commission(Fraction(0), "stake", "placed")
    rate, base, when = usual.rate, usual.base, usual.when
    first = Commission.of(terms, base, when, rate)
    bases = [terms.base] if terms.base else ["stake", "win"]
    times = [terms.when] if terms.when else ["placed", "won"]
    options = [Commission.of(terms, *pair, rate) for pair in product(bases, times)]
    others = () if settled else tuple(option for option in options if option != first)
    open_terms = len(options) > 1 or terms.rate is None
    return Charge(first, others, text if open_terms else "")


def usual_charge(bet: Bet, wager: Wager, printed: Paytable | None) -> Commission | None:
    """Return the commission of the clause, or else of the rulebook's prices or of custom."""
    if wager.commission is not None:
        return Commission.parse(wager.commission)
    for table in (printed, paytables.shipped("customary")):
        pricing = table.pricing.get(bet.id) if table else None
        if pricing and pricing.commission:
            return pricing.commission
    return None


def assumed(charge: Charge, entry: Entry, bet: Bet, wager: Wager) -> Iterator[Finding]:
    """Yield as what a commission was taken that leaves open of what, or when."""
    if charge.commission is None or not charge.text:
        return
    cell = entry.cells["commission"]
    message = f"{bet.id}: taken as {charge.commission}"
    yield Finding("commission-assumed", cell.place, message, str(charge.commission), cell.text,
                  wager.clause, bet.id)  # fmt: skip
