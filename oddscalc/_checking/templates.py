"""A submission to start from: every authorised wager with its price, odds and advantage."""

from __future__ import annotations

import csv
import datetime
import io
import json
import math
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from oddscalc._ask.query import Query, Valued, ask
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import parts_of, price_keys
from oddscalc._exact.numbers import fixed
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc.errors import DataError, RuleError, UnknownNameError

FORMS = ("toml", "csv", "xlsx")
COLUMNS = (
    *("rulebook", "licensee", "game", "version", "effective", "wager", "outcome", "pays", "unit"),
    *("true_odds", "house_advantage", "basis", "commission", "clause"),
)

_DATE = datetime.datetime(1980, 1, 1)  # noqa: DTZ001 - the least a ZIP has; no time of writing
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


@dataclass(frozen=True)
class TemplateLine:
    """What a template says of one wager.

    Args:
        wager: its name in the text, or its id.
        pays: the price of each winning outcome; an empty text where none is known. The key is
            None if there is only one.
        cells: its other fields, without those that have nothing to say.
    """

    wager: str
    pays: Mapping[str | None, str]
    cells: Mapping[str, str]


def template(form: str, rules: Rulebook) -> bytes:
    """Return a submission to start from, as ``toml``, ``csv`` or ``xlsx``.

    It has a line for each wager that *rules* authorise and that can be decided, with the
    rulebook's prices or else the customary ones, and the exact advantage per bet made to four
    decimals of a percent, half up. The same rulebook always gives the same bytes.

    Raises:
        UnknownNameError: there is no such form.
        DataError: XLSX is wanted and openpyxl is not installed.
    """
    if form not in FORMS:
        raise UnknownNameError.among("template", form, FORMS)
    return written(form, rules, list(lines_of(rules)))


def written(form: str, rules: Rulebook, lines: Sequence[TemplateLine]) -> bytes:
    """Return *lines* as ``toml``, ``csv`` or ``xlsx``, under a header to be filled in.

    Raises:
        DataError: XLSX is wanted and openpyxl is not installed.
    """
    header = {
        "rulebook": rules.id,
        "licensee": "NAME OF THE LICENSEE",
        "game": rules.games[0] if rules.games else rules.title,
        "version": "1",
        "effective": "YYYY-MM-DD",
    }
    if form == "toml":
        return _toml(header, lines).encode("utf-8")
    rows = list(_rows(header, lines))
    return _csv(rows) if form == "csv" else _xlsx(rows)


def lines_of(rules: Rulebook) -> Iterator[TemplateLine]:
    """Yield what a template says of each wager of the first game; solving them takes a while."""
    paytable = rules.valued_at
    for bet, wager in rules:
        if wager.impossible or (wager.games and rules.games[:1] != wager.games[:1]):
            continue
        prices = _prices(bet, rules, paytable)
        try:
            answer = ask([bet.id], Query(rules=rules, paytable=paytable))[0]
        except RuleError as error:
            if error.code != "no-stake":  # with it there is no one advantage to state
                raise
            known: dict[str, str] = {}
        else:
            known = _figures(answer)
        pricing = paytable.pricing.get(bet.id)
        known["commission"] = str(pricing.commission) if pricing and pricing.commission else ""
        known["clause"] = wager.clause
        cells = {key: known[key] for key in COLUMNS if known.get(key)}
        single = list(prices) == ["win"]
        pays = {None if single else key: str(price or "") for key, price in prices.items()}
        yield TemplateLine(_name(bet, wager, rules), pays, cells)


def _name(bet: Bet, wager: Wager, rules: Rulebook) -> str:
    """Return the text's first name that means this bet alone, or else its id."""
    for name in wager.names:
        if name[:1].isalnum() and rules.named(name) == [bet.id]:
            return name
    return bet.id


def _prices(bet: Bet, rules: Rulebook, paytable: Paytable) -> dict[str, Price | None]:
    """Return the price of each winning outcome; of a bundle, of each part."""
    pricing = paytable.pricing.get(bet.id)
    pays = pricing.pays if pricing else {}
    if bet.kind != "bundle":
        return {key: pays.get(key) for key in price_keys(bet, rules.catalogue)}
    if "win" in pays:
        return {"win": pays["win"]}
    prices: dict[str, Price | None] = {}
    for part in parts_of(bet.rule, rules.catalogue):
        alone = paytable.pricing.get(part)
        own = list(alone.pays.values()) if alone else []
        prices[part] = pays.get(part) or (own[0] if len(own) == 1 else None)
    return prices


def _figures(answer: Valued) -> dict[str, str]:
    """Return the unit, the true odds, and the advantage with its basis, as far as they are."""
    value, unit = answer.value, answer.model.wager.unit
    known = {"true_odds": str(Price.of_net(value.lose / value.win))} if value.win else {}
    if value.house_edge is not None:
        known["house_advantage"] = fixed(value.house_edge.per_bet_made * 100, 4) + "%"
        known["basis"] = "made"
        odds = value.lose / value.win if value.win else None
        nets = [price.net(odds) for price in answer.paid.prices if price is not None]
        whole = math.lcm(unit or 1, *(net.denominator for net in nets))
        known["unit"] = str(whole)
    elif unit:
        known["unit"] = str(unit)
    return known


def _toml(header: Mapping[str, str], lines: Sequence[TemplateLine]) -> str:
    parts = [f"{key} = {_quoted(text)}" for key, text in header.items()]
    for line in lines:
        parts += ["", "[[wagers]]", f"wager = {_quoted(line.wager)}"]
        if list(line.pays) == [None]:
            parts += [f"pays = {_quoted(text)}" for text in line.pays.values() if text]
        else:
            prices = [f"{_quoted(str(k))} = {_quoted(v)}" for k, v in line.pays.items() if v]
            parts += ["pays = { " + ", ".join(prices) + " }"] if prices else []
        parts += [f"{key} = {_quoted(text)}" for key, text in line.cells.items()]
    return "\n".join([*parts, ""])


def _quoted(text: str) -> str:
    r"""Return *text* as a TOML string.

    >>> print(_quoted('a "b"'))
    "a \"b\""
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _rows(header: Mapping[str, str], lines: Sequence[TemplateLine]) -> Iterator[list[str]]:
    """Yield the titles, then a row for each outcome; what is of the wager stands in its first."""
    yield [title.replace("_", " ") for title in COLUMNS]
    for line in lines:
        cells = line.cells
        for outcome, price in line.pays.items():
            row = {**header, **cells, "wager": line.wager, "outcome": outcome or "", "pays": price}
            yield [row.get(title, "") for title in COLUMNS]
            cells = {}


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue().encode("utf-8-sig" if not out.getvalue().isascii() else "ascii")


def _xlsx(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a workbook of cells that are formatted as text, so that they stay as typed.

    Raises:
        DataError: openpyxl is not installed.
    """
    try:
        from openpyxl import Workbook
        from openpyxl.styles import Font
        from openpyxl.utils import get_column_letter
    except ImportError:
        needs = 'writing XLSX needs openpyxl: pip install "oddscalc[xlsx]"'
        raise DataError("template", [needs], code="not-installed") from None
    book = Workbook()
    page = book.worksheets[0]
    page.title = "submission"
    page.freeze_panes = "A2"
    book.properties.creator = "oddscalc"
    book.properties.created = _DATE
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            cell = page.cell(number, column)
            cell.number_format = "@"
            if text:
                cell.value = text
                cell.data_type = "s"  # a text that begins with = is no formula
            if number == 1:
                cell.font = Font(bold=True)
    for column, texts in enumerate(zip(*rows, strict=True), 1):
        width = min(40, max(map(len, texts)) + 2)
        page.column_dimensions[get_column_letter(column)].width = width
    out = io.BytesIO()
    book.save(out)
    return _timeless(out.getvalue())


def _timeless(content: bytes) -> bytes:
    """Return the workbook without the times of its writing."""
    out = io.BytesIO()
    stamp = _DATE.isoformat().encode("ascii") + b"Z"
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            part = old.read(info)
            if info.filename == "docProps/core.xml":
                part = _MODIFIED.sub(rb"\g<1>" + stamp, part)
            kept = zipfile.ZipInfo(info.filename, _DATE.timetuple()[:6])
            kept.compress_type, kept.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            kept.create_system = 3
            new.writestr(kept, part)
    return out.getvalue()
