"""Prices that stand in a rulebook's own file, and wagers taken over from other rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from oddscalc._bets.catalogue import Catalogue
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import NOT_READ, Paytable, Pricing
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import Problem

READ = "read"
STATUSES = (READ, "second hand", "assumed")
"""How sure a price of the file is, the surest first."""


def entries(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the inline prices of a rulebook's document, in the form of a paytable's entries."""
    whole = data["status"] if str(data["status"]).startswith(NOT_READ) else READ
    listed = []
    for entry in data["prices"]:
        clause = f", clause {entry['clause']}" if "clause" in entry else ""
        outcome, pays = entry.get("outcome"), entry["pays"]
        listed.append(
            {
                "bets": entry.get("bets") or [entry["bet"]],
                "pays": pays if outcome is None else {outcome: pays},
                "source": entry.get("source", f"{data['title']}{clause}"),
                "status": entry.get("status", whole),
                **{key: entry[key] for key in ("whole", "commission") if key in entry},
            }
        )
    return listed


def inline(data: Mapping[str, Any], digest: str) -> Paytable:
    """Return the paytable of a rulebook's inline prices; outcomes of one bet are put together.

    A price that says nothing of a commission has that of the bet's wager.
    """
    together: dict[str, dict[str, Any]] = {}
    charged = {
        bet: {"commission": wager["commission"]}
        for wager in data["wagers"]
        if "commission" in wager
        for bet in wager["bets"]
    }
    for entry in entries(data):
        pays = {"win": entry["pays"]} if isinstance(entry["pays"], str) else entry["pays"]
        for bet in entry["bets"]:
            before = together.get(bet, {})
            statuses = [entry["status"], before.get("status", READ)]
            together[bet] = {
                **charged.get(bet, {}),
                **before,
                **entry,
                "bets": [bet],
                "pays": {**before.get("pays", {}), **pays},
                "status": max(statuses, key=_doubt),
            }
    head = {key: data[key] for key in ("id", "title", "source", "status")}
    return paytables.from_toml({**head, "prices": list(together.values())}, digest)


def _doubt(status: str) -> int:
    return STATUSES.index(status) if status in STATUSES else len(STATUSES)


def twice(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the outcomes that are priced twice among the inline prices."""
    seen: dict[tuple[str, str], int] = {}
    for index, entry in enumerate(entries(data)):
        keys = ["win"] if isinstance(entry["pays"], str) else list(entry["pays"])
        for bet in entry["bets"]:
            for key in keys:
                if (bet, key) in seen:
                    text = f"{bet} ({key}) is priced in prices[{seen[bet, key]}] already"
                    yield Problem(f"prices[{index}]", text, "conflict")
                seen.setdefault((bet, key), index)


def extended(rules: Rulebook, bases: Sequence[Rulebook]) -> Rulebook:
    """Return *rules* with the wagers of the *bases* of which it says nothing itself.

    Their prices come with them: those that a base prints, or else the customary ones.
    """
    wagers, own, known = list(rules.wagers), list(rules.own_bets), {bet.id for bet, _ in rules}
    pricing: dict[str, Pricing] = {}
    for base in bases:
        more = [bet.id for bet, _ in base if bet.id not in known]
        known |= {*more}
        taken = [(wager, tuple(bet for bet in wager.bets if bet in more)) for wager in base.wagers]
        wagers += [replace(wager, bets=bets) for wager, bets in taken if bets]
        defined = {bet.id for bet in own}
        own += [bet for bet in base.own_bets if bet.id not in defined]
        pricing |= _prices(base, more)
    pricing |= _prices(rules, [bet.id for bet, _ in rules])
    head = (rules.id, rules.title, rules.source, rules.status)
    digests = [rules.digest, *(base.digest for base in bases)]
    paytable = Paytable(
        *head, pricing, tuple(pricing), sha256("".join(digests).encode()).hexdigest()
    )
    return replace(
        rules,
        wagers=tuple(wagers),
        own_bets=tuple(own),
        prices=rules.id,
        carried={**rules.carried, rules.id: paytable},
    )


def _prices(rules: Rulebook, bets: Sequence[str]) -> dict[str, Pricing]:
    """Return the prices of *bets*; those that *rules* does not enforce are so marked."""
    prices = rules.valued_at.pricing
    chosen = {bet: prices[bet] for bet in bets if bet in prices}
    parts = [part for bet in bets if bet not in chosen for part in _parts(rules.catalogue, bet)]
    chosen |= {part: prices[part] for part in parts if part in prices and part not in chosen}
    if rules.price_mode != "unstated" and rules.printed:
        return chosen
    return {
        bet: price if not price.is_read else replace(price, status=f"custom ({price.status})")
        for bet, price in chosen.items()
    }


def _parts(catalogue: Catalogue, bet: str) -> list[str]:
    return list(catalogue[bet].rule["parts"]) if catalogue[bet].kind == "bundle" else []
