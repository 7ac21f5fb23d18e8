"""The published pages: every rulebook at its prices, odds schedules, commissions, breakage.

A page is data: a title, a text, tables of finished cells, and what a machine reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from oddscalc._ask.asked import query
from oddscalc._ask.quantities import edges_over
from oddscalc._ask.query import Query, Valued, ask, ask_all
from oddscalc._exact.numbers import exact
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules.rulebook import Rulebook
from oddscalc._show.document import Records, Table, number_cells, number_headers
from oddscalc._show.words.contract import answer_object
from oddscalc._show.words.edge import answer_cells, answer_headers
from oddscalc._show.words.notes import bet_notes
from oddscalc._tables.charges import breakage_page, commission_page
from oddscalc._tables.page import Page, percentage, short
from oddscalc._tables.plans import plans_page
from oddscalc._tables.published import published_page

Maker = Callable[[], Page]


def makers() -> dict[str, Maker]:
    """Return what makes each page, by the page's name, in the order of the index."""
    makers_of: dict[str, Maker] = {}
    for name in rulebooks.SHIPPED:
        rules = rulebooks.shipped(name)
        page = f"{name}-at-{rules.valued_at.id}"
        makers_of[page] = partial(rulebook_page, page, rules, rules.valued_at)
    return makers_of | {
        "price-lists": price_lists_page,
        "odds-schedules": odds_page,
        "commissions": commission_page,
        "breakage": breakage_page,
        "plans": plans_page,
        "published": published_page,
    }


def rulebook_page(name: str, rules: Rulebook, prices: Paytable) -> Page:
    """Return the page of every wager of *rules* at those *prices*."""
    answers, left_out = ask_all(Query(rules=rules, paytable=prices))
    return Page(
        name=name,
        title=f"{rules.title} ({rules.id}); prices: {prices.title} ({prices.id})",
        text=(
            f"{rules.jurisdiction}; {rules.authority}; edition: {rules.edition};"
            f" as of: {rules.as_of}.",
            f"Source of the rules: {rules.source}.",
            f"Status of the rules: {rules.status}.",
            f"Source of the prices: {prices.source} ({prices.status}).",
            _HOW_TO_READ,
        ),
        tables=(_chances(answers), _edges(answers)),
        after=(
            *(f"About the text: {note}" for note in rules.notes),
            *(f"Left out: {reason}." for reason in left_out),
            *(f"**{_name(answer)}**: {'; '.join(bet_notes(answer))}." for answer in answers),
        ),
        records=Records(
            ["clause", *answer_headers()],
            [[answer.model.wager.clause, *answer_cells(answer)] for answer in answers],
        ),
        objects=[
            {"clause": answer.model.wager.clause, **answer_object(answer)} for answer in answers
        ],
        proven=answers,
    )


_HOW_TO_READ = (
    "Probabilities are of the legal result. Edges are of the stake, in percent to four places:"
    " per bet made (pushes count), per bet resolved (pushes excluded), per roll. A decimal marked"
    " ~ stands for a fraction too long to print; the csv and json files have all fractions whole."
)


def _name(answer: Valued) -> str:
    several = len(answer.model.wager.readings) > 1
    bet = answer.model.bet.id
    return f"{bet} ({answer.model.reading.name})" if several else bet


def _chances(answers: Sequence[Valued]) -> Table:
    rows = [
        [
            _name(answer),
            answer.model.wager.clause,
            short(answer.value.win),
            short(answer.value.lose),
            short(answer.value.push),
            short(answer.value.expected_rolls),
        ]
        for answer in answers
    ]
    return Table(["bet", "clause", "win", "lose", "push", "expected rolls"], "llrrrr", rows)


def _edges(answers: Sequence[Valued]) -> Table:
    rows = []
    for answer in answers:
        three = edges_over(answer.value)
        sd = "-" if answer.value.sd is None else answer.value.sd
        cells = [short(three[0]), *map(percentage, three), sd]
        rows.append([_name(answer), prices_text(answer), *cells])
    headers = ["bet", "pays", "edge made", "made %", "resolved %", "per roll %", "sd"]
    return Table(headers, "llrrrrr", rows)


def prices_text(answer: Valued) -> str:
    """Return the prices of *answer* as printed, one for each outcome, and its commission."""
    parts = []
    for payoff, price in zip(answer.value.payoffs, answer.paid.prices, strict=True):
        if payoff.outcome.result == "win":
            text = str(price) if price else "nets 0" if payoff.net == 0 else ""
            parts.append(text if payoff.outcome.tier is None else f"{payoff.outcome.tier}: {text}")
    if answer.paid.commission:
        parts.append(f"commission {answer.paid.commission}")
    return "; ".join(parts)


def price_lists_page() -> Page:
    """Return the page of the price lists that are no rulebook's own: variants of side bets."""
    own = {rulebooks.shipped(name).prices or "customary" for name in rulebooks.SHIPPED}
    answers = [
        answer
        for name in paytables.SHIPPED
        if name not in own
        for bet in paytables.shipped(name).own
        for answer in ask(*query([bet], {"rules": _rulebook_of(bet), "paytable": name}))
    ]
    chances = [short(answer.value.win) for answer in answers]
    table = _edges(answers)
    rows = [
        [answer.paytable.id, row[0], chance, *row[1:]]
        for answer, chance, row in zip(answers, chances, table.rows, strict=True)
    ]
    return Page(
        name="price-lists",
        title="Other price lists, mostly of side bets",
        text=(
            "Lists that no rulebook of ours prints. A list is printed with `to` or `for` as its"
            " source has it.",
            _HOW_TO_READ,
        ),
        tables=(Table(["list", "bet", "win", *table.headers[1:]], "lll" + "r" * 6, rows),),
        after=tuple(
            f"**{name}**: {paytables.shipped(name).title}; source:"
            f" {paytables.shipped(name).source} ({paytables.shipped(name).status})."
            for name in dict.fromkeys(answer.paytable.id for answer in answers)
        ),
        records=Records(answer_headers(), [answer_cells(answer) for answer in answers]),
        objects=[answer_object(answer) for answer in answers],
        proven=answers,
    )


def _rulebook_of(bet: str) -> str:
    """Return the first rulebook that authorises *bet*."""
    authorising = (name for name in rulebooks.SHIPPED if rulebooks.shipped(name).authorises(bet))
    return next(authorising)


SCHEDULES = (
    *("0x", "1x", "2x", "full-double", "3x", "345x", "4x", "5x", "6x", "10x", "20x", "25x"),
    *("50x", "100x"),
)


def odds_page() -> Page:
    """Return the page of line bets with odds, over the action and over the flat bet."""
    answers = [
        (schedule, answer)
        for bet in ("pass", "dont-pass")
        for schedule in SCHEDULES
        for answer in ask(*query([bet], {"odds": schedule}))
    ]
    rows, cells = [], []
    for schedule, answer in answers:
        value = answer.value
        made, resolved, _ = edges_over(value, "action")
        flat, flat_resolved, _ = edges_over(value, "stake")
        rows.append(
            [
                answer.model.bet.id,
                schedule,
                exact(value.bases[0].amount),
                short(made),
                percentage(made),
                percentage(resolved),
                percentage(flat),
                value.sd or "-",
            ]
        )
        action = value.bases[0].amount
        numbers = (action, made, resolved, flat, flat_resolved, value.variance)
        cells.append([answer.model.bet.id, schedule, *number_cells(numbers)])
    names = ("action", "edge_action_made", "edge_action_resolved", "edge_stake_made",
             "edge_stake_resolved", "variance")  # fmt: skip
    headers = ["bet", "odds", "action", "edge made", "made %", "resolved %", "of flat %", "sd"]
    return Page(
        name="odds-schedules",
        title="Line bets with odds",
        text=(
            "The edge over the action is the expected loss over the flat bet and the odds that"
            " are expected to be added to it; the edge over the flat bet does not change. The"
            " standard deviation is per flat bet.",
            "A plain multiple on the dark side is of the flat bet (laid); `full-double` and"
            " `345x` are there multiples of what can be won, as houses post them.",
        ),
        tables=(Table(headers, "llrrrrrr", rows),),
        records=Records(["bet", "odds", *number_headers(names)], cells),
        objects=[{"odds": schedule, **answer_object(answer)} for schedule, answer in answers],
        proven=[answer for _, answer in answers],
    )
