"""Options that several commands share. Only typer is imported: `--help` stays quick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from oddscalc.query import Query

Rules = Annotated[
    str, typer.Option("--rules", metavar="R", help="Rulebook: an id or a .toml file.")
]
Reading = Annotated[
    str | None, typer.Option("--reading", metavar="NAME", help="Only this reading of the text.")
]
Paytable = Annotated[
    str | None,
    typer.Option(
        "--paytable",
        metavar="P",
        help="Paytable: an id or a .toml file; the rulebook's own or customary by default.",
    ),
]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pays",
        metavar="[BET:]OUTCOME=PRICE",
        help="A price instead of the paytable's, like 12='3 to 1'. May be repeated.",
    ),
]
Working = Annotated[
    Literal["on", "off"] | None,
    typer.Option("--working", help="Whether the bet works on come-out rolls."),
]
Where = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="W",
        help="Where the table stands when the bet is placed: come-out, on (a point just"
        " established) or the point, 4 to 10.",
    ),
]
DiceText = Annotated[
    str,
    typer.Option(
        "--dice",
        metavar="SPEC",
        help="fair; srr=7 (one 7 in 7 rolls); or 6, 12 or 36 weights separated by commas.",
    ),
]
MaxStates = Annotated[
    int, typer.Option("--max-states", min=1, metavar="N", help="Most states a chain may have.")
]
Json = Annotated[bool, typer.Option("--json", help="Short for --format json.")]


@dataclass(frozen=True)
class Asked:
    """The shared options as typed."""

    rules: str
    reading: str | None
    paytable: str | None
    pays: list[str] | None
    working: str | None
    where: str | None
    dice: str
    max_states: int

    def query(self, bets: list[str]) -> tuple[list[str], Query]:
        """Return the names of the bets and the query."""
        from oddscalc.api import query, with_own_bets
        from oddscalc.dice import parse_dice

        asked = query(
            rules=self.rules,
            reading=self.reading,
            paytable=self.paytable,
            pays=self.pays or (),
            working=self.working,
            where=self.where,
            dice=parse_dice(self.dice),
            max_states=self.max_states,
        )
        return with_own_bets(bets, asked)
