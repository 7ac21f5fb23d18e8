"""Submissions as files: every trap of spreadsheets, and whatever bytes someone may send.

A long run of the mutations: ``ODDSCALC_FUZZ=20000 pytest tests/test_reading.py -k mutated``.
"""

from __future__ import annotations

import datetime
import io
import os
import random
import re
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import calls, examples, slow, slow_but
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from oddscalc._checking import archive, tablerows
from oddscalc._checking.dialect import Dialect
from oddscalc._checking.documents import document
from oddscalc._checking.raw import raw_value
from oddscalc._checking.reading import parse, read
from oddscalc._checking.sheets import sheet
from oddscalc._checking.submission import Submission
from oddscalc._checking.templates import FORMS, lines_of, template, written
from oddscalc._rules.rulebook import SHIPPED, shipped
from oddscalc.errors import DataError, UnknownNameError

EXAMPLES = Path(__file__).parent.parent / "examples"

Change = Callable[[Any], None]


def csv_of(*lines: str) -> Submission:
    return sheet("a.csv", "\n".join(lines).encode())


def xlsx(table: Iterable[Sequence[Any]], change: Change = lambda page: None) -> bytes:
    book = Workbook()
    page = book.worksheets[0]
    for row in table:
        page.append(list(row))
    change(page)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def cell_of(column: str, value: Any, number_format: str | None = None) -> Submission:
    """Return the submission on a sheet of one wager with one more cell."""

    def change(page: Any) -> None:
        page["B2"] = value
        if number_format:
            page["B2"].number_format = number_format

    return sheet("a.xlsx", xlsx([["wager", column], ["Field"]], change))


def told(submission: Submission) -> list[tuple[str, str]]:
    return [(one.code, one.place) for one in submission.findings]


def content(submission: Submission) -> Any:
    """Return what a submission says, wherever it stands."""
    return (
        {key: cell.text for key, cell in submission.header.items()},
        [
            (
                entry.wager.text,
                {key: cell.text for key, cell in entry.pays.items()},
                {key: cell.text for key, cell in entry.cells.items()},
            )
            for entry in submission.entries
        ],
        submission.bets,
        [one.code for one in submission.findings],
    )


def refused(name: str, data: bytes) -> str:
    with pytest.raises(DataError) as caught:
        parse(name, data)
    assert caught.value.file == name
    return str(caught.value)


class TestRows:
    def test_rows_of_one_wager_make_one_entry_wherever_they_stand(self) -> None:
        found = csv_of(
            "Wager,Outcome,Payout Odds,Unit",
            "Field,2,2 to 1,1",
            "Any 7,,4 to 1,",
            "field ,12,3 to 1,",
            "Field,other,1 to 1,1",
        )
        assert [entry.wager.text for entry in found.entries] == ["Field", "Any 7"]
        assert {k: c.text for k, c in found.entries[0].pays.items()} == {
            "2": "2 to 1",
            "12": "3 to 1",
            "other": "1 to 1",
        }
        assert found.entries[0].pays["12"].place == "row 4, column C (pays)"
        assert list(found.entries[1].pays) == [None]
        assert found.findings == ()

    def test_a_wager_and_outcome_that_come_twice_stay_two_entries(self) -> None:
        found = csv_of(
            "wager,outcome,pays", "Field,2,2 to 1", "Field,12,2 to 1", "Field,2,3 to 1", "Field,12,"
        )
        assert [[*entry.pays] for entry in found.entries] == [["2", "12"], ["2"]]
        assert [entry.place for entry in found.entries] == ["row 2", "row 4"]
        twice = csv_of("wager,pays", "Any 7,4 to 1", "Any 7,4 to 1")
        assert [entry.pays[None].place for entry in twice.entries] == [
            "row 2, column B (pays)",
            "row 3, column B (pays)",
        ]

    def test_rows_of_one_wager_that_contradict_each_other_are_told(self) -> None:
        found = csv_of("wager,outcome,pays,unit", "Field,2,2 to 1,1", "Field,12,2 to 1,5")
        assert told(found) == [("malformed", "row 3, column D (unit)")]
        assert found.entries[0].cells["unit"].text == "1"

    def test_the_first_value_of_the_header_counts_and_another_is_told(self) -> None:
        found = csv_of("Jurisdiction,game,Bet", "us-pa,craps,Pass", ",,Come", "us-ma,craps,Field")
        assert found.header["jurisdiction"].text == "us-pa"
        assert told(found) == [("malformed", "row 4, column A (jurisdiction)")]

    def test_a_row_without_a_wager_is_told(self) -> None:
        found = csv_of("wager,outcome,pays", "Field,2,2 to 1", ",12,3 to 1", ",,")
        assert told(found) == [("malformed", "row 3")]

    def test_columns(self) -> None:
        found = csv_of("WAGER,Payout,Payoff,Price (old),Remarks", "Field,2 to 1,,,nice")
        assert told(found) == [("malformed", "row 1, column C"), ("malformed", "row 1, column D")]
        assert found.entries[0].pays[None].text == "2 to 1"

    def test_a_slip_in_a_title_is_told(self) -> None:
        (found,) = csv_of("wager,Payout,House Advantag,Remarks", "Field,2 to 1,1%,nice").findings
        assert (found.code, found.place) == ("malformed", "row 1, column C")
        assert "did you mean 'house advantage'?" in found.message

    def test_a_missing_wager_column_is_refused_with_the_titles(self) -> None:
        assert "the titles are 'Game', 'Pays'" in refused("a.csv", b"Game,Pays\nx,2 to 1\n")
        assert "the titles are 'Game'" in refused("a.xlsx", xlsx([["Game"], ["x"]]))
        assert "empty" in refused("a.csv", b"\n\n")
        assert "empty" in refused("a.xlsx", xlsx([]))

    def test_a_value_torn_by_its_comma_is_told(self) -> None:
        found = csv_of("wager,maximum,pays", "Field,1,000,2 to 1")
        assert ("malformed", "row 2, column D") in told(found)

    def test_percent_in_the_title_is_the_unit_of_its_numbers(self) -> None:
        found = csv_of("wager,House Advantage (%)", "Field,5.56", "Any 7,16.67%")
        assert [e.cells["house_advantage"].text for e in found.entries] == ["5.56%", "16.67%"]

    def test_lists_no_more_findings_than_people_read(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(tablerows, "MAX_FINDINGS", 3)
        found = csv_of("wager,pays", *["Field,#REF!"] * 10)
        assert len(found.findings) == 4
        assert found.findings[-1].message.startswith("7 more")


class TestCsv:
    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_delimiters_and_encodings(self, delimiter: str, encoding: str) -> None:
        text = 'wager|pays|clause\r\n"Place 4, 5; 6"|9 to 5|§ 2\r\n'.replace("|", delimiter)
        found = sheet("a.csv", text.encode(encoding))
        assert found.entries[0].wager.text == "Place 4, 5; 6"
        assert found.entries[0].cells["clause"].text == "§ 2"

    def test_the_row_that_names_the_delimiter(self) -> None:
        found = csv_of("sep=;", "wager;pays", "Field;2 to 1")
        assert found.entries[0].place == "row 3"
        assert "separated by" in refused("a.csv", b"sep=|\nwager|pays\n")

    def test_an_unclear_delimiter_is_refused(self) -> None:
        assert "comma or semicolon" in refused("a.csv", b"wager;a,wager\nx;y,z\n")

    def test_bad_quotes_are_refused(self) -> None:
        assert "not CSV" in refused("a.csv", b'wager,pays\n"Field,2 to 1\n')
        assert "not CSV" in refused("a.csv", b'wager,pays\n"Field"x,2 to 1\n')

    @pytest.mark.parametrize(
        "text",
        [
            *("07:06:00", "7:06", "7:06 AM", "31:01:00", "09.05.2026", "9-May", "05/09/2026"),
            *("2026-09-05", "2026-09-05 00:00:00", "9/5/26", "May-09", "9. Mai", "5-Sep-26"),
        ],
    )
    @pytest.mark.parametrize("column", ["pays", "True Odds"])
    def test_prices_that_became_times_or_dates(self, text: str, column: str) -> None:
        found = csv_of(f"wager,{column}", f"Field,{text}")
        assert [code for code, _ in told(found)] == ["price-became-time"]
        assert found.findings[0].got == text
        assert not found.entries[0].pays
        assert not found.entries[0].cells

    @pytest.mark.parametrize(
        "text",
        [
            *("7:6", "7 to 6", "30:1", "11:10", "3:2", "9/5", "9", "1.8", "even", "true odds"),
            *("31 for 1", "9-5", "30-1", "maybe", "double"),
        ],
    )
    def test_prices_that_did_not(self, text: str) -> None:
        found = csv_of("wager,pays", f"Field,{text}")
        assert found.findings == ()
        assert found.entries[0].pays[None].text == text

    @pytest.mark.parametrize("text", ["=9/5", "#REF!", "TRUE", "x" * 2_001])
    def test_formulas_errors_and_truth_values_are_told(self, text: str) -> None:
        assert told(csv_of("wager,pays", f"Field,{text}")) == [
            ("malformed", "row 2, column B (pays)")
        ]

    def test_html_and_control_characters_stay_as_they_are(self) -> None:
        name = "<b>x</b>\x1b[31m\x07"
        assert csv_of("wager", name).entries[0].wager.text == name

    def test_a_date_of_effect_is_no_spoiled_price(self) -> None:
        found = csv_of("wager,effective", "Field,2026-01-01")
        assert found.header["effective"].text == "2026-01-01"
        assert found.findings == ()

    def test_what_a_column_is_for_can_be_said(self) -> None:
        lines = "Spiel,Odds,Pays,Notes on price", "Any 7,4 to 1,no,x"
        dialect = Dialect.of(mapped=["spiel=wager", "Odds=payout", "Notes on price=none"])
        found = sheet("a.csv", "\n".join(lines).encode(), dialect)
        assert found.entries[0].pays[None].text == "4 to 1"
        assert [column.key for column in found.columns] == ["wager", "pays", None, None]
        assert told(found) == [("malformed", "row 1, column C")]
        with pytest.raises(UnknownNameError, match="is no key"):
            Dialect.of(mapped=["Odds=oddities"])

    @pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
    def test_old_encodings_are_read_and_told(self, encoding: str) -> None:
        found = sheet("a.csv", "wager,pays\nField,even\nAny Craps,7½ to 1\n".encode(encoding))
        assert found.entries[1].pays[None].text == "7½ to 1"
        assert told(found) == [("encoding-assumed", "row 3")]
        assert "row 2: neither" in refused("a.csv", b"wager,pays\nField\x81,even\n")

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_wide_text_needs_no_mark(self, encoding: str) -> None:
        found = sheet("a.csv", "wager,pays\nAny Craps,7½ to 1\n".encode(encoding))
        assert (found.entries[0].pays[None].text, told(found)) == ("7½ to 1", [])

    def test_decimal_commas(self) -> None:
        found = csv_of("wager;pays;edge;maximum", "Pass;1:1;1,41 %;500", "Field;2:1;5,56%;1.000")
        edges = [entry.cells["house_advantage"].text for entry in found.entries]
        assert edges == ["1.41 %", "5.56%"]
        assert told(found) == [("malformed", "row 3, column D (maximum)")]

    def test_a_spoiled_price_is_offered_back(self) -> None:
        found = csv_of("wager,pays", "Place 6,07:06:00", "Place 4,2026-09-05", "Place 10,9-May")
        assert [one.expected for one in found.findings] == [
            "7 to 6",
            "9 to 5 or 5 to 9",
            "5 to 9 or 9 to 5",
        ]


class TestXlsx:
    @pytest.mark.parametrize(
        ("value", "number_format", "text"),
        [
            (0.0667, "0.00%", "6.67%"),
            (0.014, "0.00%", "1.40%"),
            (0.0667, "General", "0.0667"),
            (1 / 15, "0.00%", "6.67%"),
            (0.29, '0.0"x"%', "29.0%"),
            (0.29, "General%", "29%"),
            (0.0667, "0.##%", "6.67%"),
            (0.57 * 100 / 100, "0%", "57%"),
            (5, "General", "5"),
        ],
    )
    def test_numbers_are_the_shortest_decimals(
        self, value: float, number_format: str, text: str
    ) -> None:
        found = cell_of("house advantage", value, number_format)
        assert found.entries[0].cells["house_advantage"].text == text
        assert found.findings == ()

    @pytest.mark.parametrize(("value", "text"), [(9, "9"), (1.8, "1.8"), (9.0, "9")])
    def test_a_number_as_a_price_stays_bare(self, value: float, text: str) -> None:
        found = cell_of("pays", value)
        assert found.entries[0].pays[None].text == text

    @pytest.mark.parametrize(
        ("value", "got"),
        [
            (datetime.time(7, 6), "07:06:00"),
            (datetime.timedelta(hours=30, minutes=1), "30:01:00"),
            (datetime.date(2026, 9, 5), "2026-09-05"),
            (datetime.datetime.fromisoformat("2026-09-05"), "2026-09-05"),
            ("07:06:00", "07:06:00"),
        ],
    )
    def test_prices_that_became_times_or_dates(self, value: Any, got: str) -> None:
        found = cell_of("pays", value)
        assert told(found) == [("price-became-time", "row 2, column B (pays)")]
        assert found.findings[0].got == got

    def test_dates_elsewhere(self) -> None:
        found = cell_of("effective", datetime.datetime.fromisoformat("2026-01-01"))
        assert found.header["effective"].text == "2026-01-01"
        assert told(cell_of("version", datetime.date(2026, 1, 2))) == [
            ("malformed", "row 2, column B (version)")
        ]

    @pytest.mark.parametrize("value", ["=9/5", ArrayFormula("B2", "=1+1"), True, "#REF!"])
    def test_formulas_errors_and_truth_values_are_told(self, value: Any) -> None:
        found = cell_of("pays", value)
        assert told(found) == [("malformed", "row 2, column B (pays)")]

    def test_no_digits_of_binary_numbers_are_kept(self) -> None:
        assert raw_value(0.07 * 3, "n", "General").text == "0.21000000000000002"
        assert raw_value(0.07 * 3, "n", "0.00").text == "0.21"
        assert raw_value(1e-9, "n", "General").text == "0.000000001"
        assert raw_value(10**400, "n", "0%").text == "1" + "0" * 402 + "%"
        assert raw_value(float("inf"), "n", "0%").kind == "error"

    def test_a_defect_of_ours_is_not_called_damage(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("oddscalc._checking.sheets.raw_value", broken)
        with pytest.raises(ZeroDivisionError):
            cell_of("pays", "2 to 1")

    def test_a_value_merged_downwards_is_that_of_each_of_its_rows(self) -> None:
        table = [["wager", "outcome", "pays"], ["Field", "2", "2 to 1"], ["", "12", "2 to 1"]]
        found = sheet("a.xlsx", xlsx(table, lambda page: page.merge_cells("A2:A3")))
        assert told(found) == []
        assert {key: cell.text for key, cell in found.entries[0].pays.items()} == {
            "2": "2 to 1",
            "12": "2 to 1",
        }

    def test_titles_may_stand_below_empty_rows(self) -> None:
        found = sheet("a.xlsx", xlsx([[], [], ["wager", "pays"], ["Field", "2 to 1"]]))
        assert found.entries[0].place == "row 4"

    def test_rows_above_the_titles_are_the_header_or_are_told(self) -> None:
        table = [["PAYOUTS 2026"], ["Operator:", "A Casino"], ["Game: Craps", "", "Version", "7"]]
        found = sheet("a.xlsx", xlsx([*table, ["wager", "pays"], ["Field", "2 to 1"]]))
        said = {key: (cell.text, cell.place) for key, cell in found.header.items()}
        assert said == {
            "licensee": ("A Casino", "row 2, column B (licensee)"),
            "game": ("Craps", "row 3, column A (game)"),
            "version": ("7", "row 3, column D (version)"),
        }
        assert found.unread == ("row 1: PAYOUTS 2026",)
        assert found.titles_row == 4

    def test_saved_values_of_formulas_are_read_and_told(self) -> None:
        found = sheet("a.xlsx", (EXAMPLES / "faulty" / "formulas-read.xlsx").read_bytes())
        assert found.entries[0].cells["house_advantage"].text == "16.67%"
        assert told(found) == [("formulas-read", "cells H2")]

    def test_what_does_not_show_is_read_and_told(self) -> None:
        def hide(page: Any) -> None:
            page.row_dimensions[2].hidden = True
            page.column_dimensions["B"].hidden = True
            page.parent.create_sheet("front")
            page.sheet_state = "hidden"

        found = sheet("a.xlsx", xlsx([["wager", "pays"], ["Field", "2 to 1"]], hide))
        assert told(found) == [
            ("hidden", "the table"),
            ("hidden", "row 2"),
            ("hidden", "the table"),
        ]
        assert found.unread == ("sheet 'front'",)

    def test_a_hidden_sheet_gives_way_to_one_that_shows(self) -> None:
        def change(page: Any) -> None:
            old = page.parent.create_sheet("old")
            old.append(["wager", "pays"])
            old.sheet_state = "hidden"

        found = sheet("a.xlsx", xlsx([["wager", "pays"], ["Field", "2 to 1"]], change))
        assert (found.sheet, found.unread) == ("Sheet", ("sheet 'old' (hidden)",))

    @pytest.mark.parametrize("asked", ["prices", "PRICES", "2"])
    def test_the_sheet_that_is_asked_for(self, asked: str) -> None:
        def change(page: Any) -> None:
            other = page.parent.create_sheet("prices")
            other.append(["wager", "pays"])
            other.append(["Any 7", "4 to 1"])

        data = xlsx([["wager", "pays"], ["Field", "2 to 1"]], change)
        assert sheet("a.xlsx", data, Dialect.of(asked)).entries[0].wager.text == "Any 7"
        with pytest.raises(DataError, match="no sheet 'gone'; there are 'Sheet', 'prices'"):
            sheet("a.xlsx", data, Dialect.of("gone"))

    def test_the_sheet_with_a_wager_column_is_read(self) -> None:
        def change(page: Any) -> None:
            other = page.parent.create_sheet("prices")
            other.append(["wager", "pays"])
            other.append(["Field", "2 to 1"])

        assert len(sheet("a.xlsx", xlsx([["Notes"], ["x"]], change)).entries) == 1
        assert "several sheets" in refused("a.xlsx", xlsx([["wager"], ["x"]], change))

    def test_without_openpyxl_the_message_says_what_to_install(self, monkeypatch: Any) -> None:
        content = xlsx([["wager"], ["Field"]])
        monkeypatch.setitem(sys.modules, "openpyxl", None)
        assert 'pip install "oddscalc[xlsx]"' in refused("a.xlsx", content)
        with pytest.raises(DataError, match="pip install"):
            template("xlsx", shipped("us-nj-mini-dice"))

    @pytest.mark.slow
    def test_the_work_grows_as_the_rows_do(self) -> None:
        def work(rows: int) -> int:
            content = xlsx([["wager", "pays"], *([f"x{n}", "2 to 1"] for n in range(rows))])
            assert len(sheet("a.xlsx", content).entries) == rows
            return calls(lambda: sheet("a.xlsx", content))

        few, many = work(250), work(1_000)
        assert many < 4 * few
        assert many < 1_000 * 1_000


TOML = b"""
rulebook = "us-nj-mini-dice"
licensee = "Example Casino"
effective = 2026-01-01
[[wagers]]
wager = "Place 4 to win"
pays = "9 to 5"
unit = 5
house_advantage = "6.67%"
[[wagers]]
wager = "Field"
pays = {2 = "2 to 1", 12 = "2 to 1", other = "1 to 1"}
"""
JSON = b"""{"rulebook": "us-nj-mini-dice", "licensee": "Example Casino",
 "effective": "2026-01-01", "wagers": [
 {"wager": "Place 4 to win", "pays": "9 to 5", "unit": 5, "house_advantage": "6.67%"},
 {"wager": "Field", "pays": {"2": "2 to 1", "12": "2 to 1", "other": "1 to 1"}}]}"""
CSV = b"""rulebook,licensee,effective,wager,outcome,pays,unit,house advantage
us-nj-mini-dice,Example Casino,2026-01-01,Place 4 to win,,9 to 5,5,6.67%
us-nj-mini-dice,Example Casino,2026-01-01,Field,2,2 to 1,,
us-nj-mini-dice,Example Casino,2026-01-01,Field,12,2 to 1,,
us-nj-mini-dice,Example Casino,2026-01-01,Field,other,1 to 1,,
"""


def same_in_xlsx() -> bytes:
    head = ["us-nj-mini-dice", "Example Casino", datetime.date(2026, 1, 1)]
    titles = ["rulebook", "licensee", "effective", "wager", "outcome", "pays", "unit", "edge"]
    table = [
        titles,
        [*head, "Place 4 to win", None, "9 to 5", 5, 0.0667],
        [*head, "Field", 2, "2 to 1"],
        [*head, "Field", 12, "2 to 1"],
        [*head, "Field", "other", "1 to 1"],
    ]

    def change(page: Any) -> None:
        page["H2"].number_format = "0.00%"

    return xlsx(table, change)


WORKSHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
FILES = {"a.toml": TOML, "a.json": JSON, "a.csv": CSV, "a.xlsx": same_in_xlsx()}


def test_all_formats_say_the_same(tmp_path: Path) -> None:
    said = []
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
        found = read(str(tmp_path / name))
        assert len(found.sha256) == 64
        said.append(content(found))
    assert said[0][3] == []
    assert said == [said[0]] * len(FILES)


@pytest.mark.parametrize("rulebook", slow_but({"standard", "lc", "us-nj-mini-dice"}, SHIPPED))
def test_templates_are_read_back_the_same_in_every_form(rulebook: str) -> None:
    rules = shipped(rulebook)
    lines = list(lines_of(rules))
    made = {form: written(form, rules, lines) for form in FORMS}
    said = [
        content(document("a.toml", made["toml"])),
        *(content(sheet(f"a.{form}", made[form])) for form in FORMS[1:]),
    ]
    assert said == [said[0]] * 3
    assert said[0][3] == []
    assert len(said[0][1]) == sum(not wager.impossible for _, wager in rules)


def test_templates_are_always_the_same_bytes_and_hold_text() -> None:
    rules = shipped("us-nj-mini-dice")
    assert template("xlsx", rules) == template("xlsx", rules)
    assert b'"7 to 6"' in template("csv", rules)
    assert b'house_advantage = "6.6667%"' in template("toml", rules)
    with zipfile.ZipFile(io.BytesIO(template("xlsx", rules))) as book:
        page = book.read("xl/worksheets/sheet1.xml")
        assert page.count(b"<v>") == page.count(b't="s"')  # nothing but text
        assert b'numFmtId="49"' in book.read("xl/styles.xml")
        assert b"1980-01-01" in book.read("docProps/core.xml")
    with pytest.raises(UnknownNameError, match="toml, csv, xlsx"):
        template("pdf", rules)


SHARES = '<c><f t="shared" si="0"/></c>'


class TestHostile:
    @pytest.mark.parametrize("name", [*FILES, "a.tsv"])
    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\0" * 100,
            b"\xff\xfe\x00",
            b"\xff" * 50,
            b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
            "Sieben für eins".encode("cp1252"),
            "wager".encode("utf-32"),
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            b"PK\x03\x04" + b"x" * 100,
            b"PK\x05\x06" + b"\0" * 18,
        ],
    )
    def test_bytes_of_another_kind(self, name: str, data: bytes) -> None:
        if (name, data) != ("a.toml", b""):
            refused(name, data)

    @pytest.mark.parametrize("name", FILES)
    def test_truncated(self, name: str) -> None:
        whole = FILES[name]
        for length in range(0, len(whole), max(1, len(whole) // 50)):
            try:
                parse(name, whole[:length])
            except DataError:
                continue

    def test_depth_and_digits(self) -> None:
        assert "deep" in refused("a.json", b'{"a":' * 200_000)
        refused("a.toml", b"a = " + b"[" * 200_000)
        refused("a.json", b'{"version": ' + b"9" * 10_000 + b"}")
        refused("a.toml", b"version = " + b"9" * 10_000)
        refused("a.toml", b"version = 0x" + b"f" * 10_000)
        hexadecimal = parse("a.toml", b"version = 0x" + b"f" * 990)
        assert hexadecimal.header["version"].text == str(16**990 - 1)

    @pytest.mark.slow
    def test_many_rows_and_columns(self) -> None:
        assert "50,000 rows" in refused("a.csv", b"wager\n" + b"x\n" * 50_001)
        assert len(sheet("a.csv", b"wager\n" + b"x\n" * 50_000).entries) == 50_000
        refused("a.csv", b"wager," + b"x," * 101)
        assert "100 columns" in refused("a.csv", b"wager\nx" + b"," * 101 + b"y\n")
        assert "100 columns" in refused("a.xlsx", xlsx([["wager"], [None] * 101 + ["x"]]))

        def far(page: Any) -> None:
            page["A1048576"] = "Field"

        assert "50,000 rows" in refused("a.xlsx", xlsx([["wager"], ["x"]], far))

    def test_zip_bombs(self, monkeypatch: Any) -> None:
        assert "unpacked" in refused("a.xlsx", with_part("xl/media/x.bin", b"\0" * 51_000_000))
        refused("a.xlsx", with_part("xl/worksheets/sheet2.xml", b"<c/>" * 20_000))
        refused("a.xlsx", with_part("xl/worksheets/sheet2.xml", b"<x/>" * 60_000))
        refused("a.xlsx", with_part("xl/sharedStrings.xml", b"<si/>" * 1_300_000))
        refused("a.xlsx", with_part("xl/styles.xml", b"<xf/>" * 500_000))
        refused("a.xlsx", with_part("xl/theme/theme1.xml", b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>"))
        monkeypatch.setattr(archive, "MAX_PARTS", 5)
        assert "parts" in refused("a.xlsx", FILES["a.xlsx"])

    @pytest.mark.slow
    @pytest.mark.parametrize("titled", [True, slow(False)])
    @pytest.mark.parametrize(
        ("sheet_data", "most"),
        [
            slow('<row><c r="ZZZ1"/></row>' * 2_000, 40_000_000),
            (
                f'<row><c r="A2"><f t="shared" si="0">{"A1+" * 10_000}A1</f></c>'
                f"{SHARES * 500}</row>",
                2_000,
            ),
            (f"<row>{'<c/>' * 17_000}</row>", 2_000),
            (f"<row>{'<c/>' * 90}</row>" * 17_000, 2_000),
            ('<row r="999999999"><c t="inlineStr"><is><t>x</t></is></c></row>', 2_000_000),
        ],
        ids=["far cells", "formulas", "a wide row", "cells", "a far row"],
    )
    def test_sheets_that_would_take_long(self, sheet_data: str, most: int, titled: bool) -> None:
        titles = '<row><c t="inlineStr"><is><t>wager</t></is></c></row>' if titled else ""
        data = f"<sheetData>{titles}{sheet_data}</sheetData></worksheet>".encode()
        book = with_part("xl/worksheets/sheet1.xml", WORKSHEET + data)
        assert calls(lambda: refused("a.xlsx", book)) < most

    @pytest.mark.slow
    def test_millions_of_empty_lines(self) -> None:
        refused("a.csv", b"\n" * 5_000_000)

    def test_a_lying_list_of_sizes(self) -> None:
        bomb = with_part("xl/media/x.bin", b"\0" * 60_000_000)
        size = (60_000_000).to_bytes(4, "little")
        refused("a.xlsx", bomb.replace(size, (1_000).to_bytes(4, "little")))

    def test_parts_that_are_no_sheets(self) -> None:
        types = b'<Override PartName="/xl/worksheets/x.xml" ContentType="a.sheet.main+xml"/>'
        refused("a.xlsx", with_part("[Content_Types].xml", types))
        for part in ("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"):
            for data in (b"", b"<x/>", b"\0\0", b"<worksheet>"):
                refused("a.xlsx", with_part(part, data))

    def test_cells_out_of_order_do_not_get_lost(self) -> None:
        with zipfile.ZipFile(io.BytesIO(xlsx([["wager", "pays"], ["x", "9"]]))) as book:
            page = book.read("xl/worksheets/sheet1.xml")
        first, second = page.split(b'<row r="2"')
        moved = first.replace(b'r="1"', b'r="2"') + b'<row r="1"' + second
        assert "out of order" in refused("a.xlsx", with_part("xl/worksheets/sheet1.xml", moved))

    @pytest.mark.parametrize(
        "name",
        [
            *("", ".", "..", "/", "a", "a.pdf", "a.xls", "a.csv\0", "\0.csv", "missing.csv"),
            *("../../../../etc/passwd", "/etc/passwd\0.csv", "a" * 5_000 + ".csv", "\ud800.csv"),
            *(".csv", "~/x.csv", "file:///etc/passwd.csv", "http://localhost/x.json"),
        ],
    )
    def test_names(self, name: str, tmp_path: Path, monkeypatch: Any) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(DataError):
            read(name)

    def test_what_is_no_regular_file(self, tmp_path: Path) -> None:
        (tmp_path / "folder.csv").mkdir()
        with pytest.raises(DataError, match="no regular file"):
            read(str(tmp_path / "folder.csv"))
        os.mkfifo(tmp_path / "pipe.csv")
        with pytest.raises(DataError, match="no regular file"):
            read(str(tmp_path / "pipe.csv"))

    def test_a_huge_file(self, tmp_path: Path) -> None:
        with (tmp_path / "huge.csv").open("wb") as file:
            file.truncate(3_000_000_000)
        with pytest.raises(DataError, match="over 20,000,000 bytes"):
            read(str(tmp_path / "huge.csv"))


def with_part(name: str, data: bytes, workbook: bytes | None = None) -> bytes:
    """Return a workbook with one part replaced or added."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook or FILES["a.xlsx"])) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, data)
    return out.getvalue()


def part_of(workbook: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(workbook)) as book:
        return book.read(name)


def with_shared_strings() -> bytes:
    """Return the workbook with its texts in a part of their own, as most programs write it."""
    whole, texts = FILES["a.xlsx"], list[bytes]()

    def shared(match: re.Match[bytes]) -> bytes:
        texts.append(match[1])
        return b't="s"><v>%d</v>' % (len(texts) - 1)

    page = part_of(whole, "xl/worksheets/sheet1.xml")
    page = re.sub(rb't="inlineStr"><is><t>(.*?)</t></is>', shared, page)
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    types = part_of(whole, "[Content_Types].xml").replace(
        b"</Types>",
        b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % kind,
    )
    space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    items = b"".join(b"<si><t>%s</t></si>" % text for text in texts)
    strings = b'<sst xmlns="%s">%s</sst>' % (space, items)
    for name, part in {
        "xl/worksheets/sheet1.xml": page,
        "[Content_Types].xml": types,
        "xl/sharedStrings.xml": strings,
    }.items():
        whole = with_part(name, part, whole)
    return whole


SHARED = with_shared_strings()


def test_texts_may_stand_in_a_part_of_their_own() -> None:
    assert content(sheet("a.xlsx", SHARED)) == content(sheet("a.xlsx", FILES["a.xlsx"]))
    assert b"Place 4 to win" in part_of(SHARED, "xl/sharedStrings.xml")


def mutated(data: bytes, numbers: random.Random) -> bytes:
    """Return *data* with some bytes changed, cut out, doubled or put in."""
    found = bytearray(data)
    for _ in range(numbers.randint(1, 8)):
        at = numbers.randrange(len(found) + 1)
        until = min(len(found), at + numbers.choice([1, 1, 2, 5, 40]))
        kind = numbers.randrange(5)
        if kind == 0:
            found[at:until] = numbers.randbytes(until - at)
        elif kind == 1:
            del found[at:until]
        elif kind == 2:
            found[at:at] = found[at:until] * numbers.choice([1, 2, 50])
        elif kind == 3:
            found[at:at] = numbers.choice(
                [b'"', b"[[", b"{", b"]", b",", b"\n", b"0x" + b"f" * 5_000, b"1e999", b"\xc3"]
            )
        else:
            found[at : at + 1] = numbers.choice([b"\0", b"-", b"9" * 20, b"=", b"<", b"&"])
    return bytes(found)


def survives(name: str, data: bytes) -> None:
    try:
        found = parse(name, data)
    except DataError:
        return
    assert all(one.severity for one in found.findings)


LONG = os.environ.get("ODDSCALC_FUZZ")
FUZZ = settings(
    examples(150) if LONG is None else settings(max_examples=int(LONG)),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.parametrize("name", FILES)
@FUZZ
@given(numbers=st.randoms(use_true_random=False))
def test_mutated_files_raise_nothing_else(name: str, numbers: random.Random) -> None:
    survives(name, mutated(FILES[name], numbers))


PARTS = [
    *("[Content_Types].xml", "xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"),
    *("xl/sharedStrings.xml", "xl/_rels/workbook.xml.rels", "docProps/core.xml"),
]


@pytest.mark.parametrize("part", PARTS)
@FUZZ
@given(numbers=st.randoms(use_true_random=False))
def test_mutated_parts_of_workbooks_raise_nothing_else(part: str, numbers: random.Random) -> None:
    survives("a.xlsx", with_part(part, mutated(part_of(SHARED, part), numbers), SHARED))


@pytest.mark.parametrize("name", FILES)
@FUZZ
@given(data=st.binary(max_size=300))
def test_any_bytes_raise_nothing_else(name: str, data: bytes) -> None:
    survives(name, data)
