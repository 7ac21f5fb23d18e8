"""The pages of what a ticket costs beyond its price: commissions, and wins in whole units."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from oddscalc._ask.asked import query
from oddscalc._ask.options import Options
from oddscalc._ask.quantities import edges_over
from oddscalc._ask.query import ask
from oddscalc._show.document import Records, Table, number_cells, number_headers
from oddscalc._show.words.contract import answer_object, rational
from oddscalc._tables.page import Page, percentage, short


def commission_page() -> Page:
    """Return the page of buy and lay bets under the ways to charge a commission."""
    rows, cells, objects, proven = [], [], [], []
    for bet, rate, base, when in _commissions():
        vig = f"{rate} of {base}, when {when}"
        (answer,) = ask(*query([bet], {"vig": vig}))
        proven.append(answer)
        value = answer.value
        stake, _, roll = edges_over(value)
        outlay, *_ = edges_over(value, value.bases[-1].name)
        rows.append(
            [bet, rate, base, when, short(stake), percentage(stake), short(outlay),
             percentage(outlay), percentage(roll)]
        )  # fmt: skip
        cells.append([bet, rate, base, when, *number_cells([stake, outlay, roll])])
        objects.append({"commission": vig, **answer_object(answer)})
    headers = ["bet", "rate", "of", "when", "over stake", "%", "over outlay", "%", "per roll %"]
    names = ("edge_stake_made", "edge_outlay_made", "edge_stake_per_roll")
    return Page(
        name="commissions",
        title="Buy and lay bets by commission",
        text=(
            "True odds less a commission that is not rounded. The outlay is the stake and what is"
            " paid on top of it when the bet is placed. 4 and 10, 5 and 9, 6 and 8 are alike.",
        ),
        tables=(Table(headers, "llllrrrrr", rows),),
        records=Records(["bet", "rate", "base", "when", *number_headers(names)], cells),
        objects=objects,
        proven=proven,
    )


def _commissions() -> Iterator[tuple[str, str, str, str]]:
    for kind in ("buy", "lay"):
        for number in (4, 5, 6):
            for rate in ("4%", "5%"):
                for base in ("stake", "win"):
                    for when in ("placed", "won"):
                        yield f"{kind}-{number}", rate, base, when


BREAKAGE: tuple[tuple[str, Options], ...] = (
    ("place-4", {}),
    ("place-5", {}),
    ("place-6", {}),
    ("odds-5", {}),
    ("odds-6", {}),
    ("lay-odds-4", {}),
    ("lay-odds-5", {}),
    ("lay-odds-6", {}),
    ("horn", {}),
    ("whirl", {}),
    ("c-and-e", {}),
    ("buy-4", {"vig": "5% of stake, when won, rounded down to 1"}),
    ("buy-4", {"vig": "5% of stake, when placed, rounded down to 1"}),
)
STAKES = (*range(1, 13), 15, 18, 20, 24, 25, 30, 35, 36, 40, 50, 60, 75, 100)


def breakage_page() -> Page:
    """Return the page of edges by stake where wins are paid in whole units, rounded down."""
    rows, cells, objects, proven = [], [], [], []
    for bet, options in BREAKAGE:
        label = f"{bet}, {options['vig']}" if options.get("vig") else bet
        for stake in STAKES:
            asked: Options = {**options, "stake": stake, "round": "down"}
            (answer,) = ask(*query([bet], asked))
            proven.append(answer)
            made, *_ = edges_over(answer.value)
            rows.append([label, str(stake), short(made), percentage(made)])
            cells.append([bet, options.get("vig") or "", str(stake), *number_cells([made])])
            objects.append(
                {
                    "bet": bet,
                    "commission": options.get("vig"),
                    "stake": rational(Fraction(stake)),
                    "per_bet_made": rational(made),
                }
            )
    return Page(
        name="breakage",
        title="Edges by stake where wins are paid in whole units",
        text=(
            "The total net win of the ticket is rounded down to a whole unit, once. Edges are of"
            " the stake, per bet made.",
        ),
        tables=(Table(["bet", "stake", "edge made", "made %"], "lrrr", rows),),
        records=Records(["bet", "commission", "stake", *number_headers(["edge_made"])], cells),
        objects=objects,
        proven=proven,
    )
