"""Submissions from outside never break the check: generated ones, and examples with broken bytes.

A long run: ODDSCALC_FUZZ=20000 python -m pytest tests/test_fuzz.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import fuzz
import pytest
from conftest import examples, slow_but
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from oddscalc._checking.lines import Limits
from oddscalc._checking.run import check_file
from oddscalc._checking.verdicts import Report
from oddscalc._show.words.report import document
from oddscalc._show.words.sarif import as_sarif
from oddscalc._show.writers import WRITERS, write

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = sorted([*(EXAMPLES / "faulty").iterdir(), EXAMPLES / "clean" / "us-nj-mini-dice.toml"])
LONG = os.environ.get("ODDSCALC_FUZZ")

bounded = settings(
    examples(60) if LONG is None else settings(max_examples=int(LONG)),
    derandomize=LONG is None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

texts = st.one_of(
    st.sampled_from(
        ["Any Seven", "place 4", "field", "12", "horn", "fire", "4 to 1", "30", "9:5", "07:06:00",
         "true odds", "even", "5% of win, when won", "6.67%", "1/15", "resolved", "on", "",
         "\x1b[0m"]
    ),
    st.text(max_size=20),
)  # fmt: skip
values = st.recursive(
    texts | st.integers() | st.floats() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from(
    ["wager", "outcome", "pays", "unit", "true_odds", "house_advantage", "basis", "commission",
     "working", "clause", "minimum", "maximum", "cap", "colour"]
)  # fmt: skip
wagers = st.lists(st.dictionaries(keys, values, max_size=8), max_size=4)
rulebook = st.sampled_from(["standard", "us-ma", "lc", "us-nj-mini-dice", "massino", "nonsense"])


def checked(path: Path) -> Report:
    """Check one file and print every report on it."""
    one = check_file(str(path), None, Limits(max_states=500))
    report = Report((one,), {}, False, None, "0")
    for text in (*(write(document(report), form) for form in WRITERS), as_sarif(report)):
        assert "\x1b" not in text
        assert "\0" not in text
    return report


@bounded
@given(rules=rulebook, lines=wagers)
@example(rules="standard", lines=[{"wager": "craps-2", "pays": "1/1000 to 999/1000"}])
@example(rules="standard", lines=[{"wager": "pass", "pays": "0 to 1", "maximum": "0.001"}])
def test_generated_submissions(tmp_path: Path, rules: str, lines: list[dict[str, Any]]) -> None:
    path = tmp_path / "made.json"
    path.write_text(json.dumps({"rulebook": rules, "wagers": lines}))
    assert checked(path).exit_code in (0, 1, 2)


@bounded
@given(data=st.data())
def test_examples_with_broken_bytes(tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from(FILES)).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        how = data.draw(st.sampled_from(["change", "cut", "insert"]))
        if how == "change":
            content[at] = data.draw(st.integers(0, 255))
        elif how == "cut":
            del content[at : at + data.draw(st.integers(1, 40))]
        else:
            content[at:at] = data.draw(st.binary(max_size=20))
        if not content:
            break
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    assert checked(path).exit_code in (0, 1, 2)


@pytest.mark.parametrize("path", slow_but(FILES[::4], FILES), ids=[path.stem for path in FILES])
def test_examples_cut_short_anywhere(tmp_path: Path, path: Path) -> None:
    content = path.read_bytes()
    for end in range(0, min(len(content), 400), 29):
        short = tmp_path / "short.toml"
        short.write_bytes(content[:end])
        assert checked(short).exit_code in (0, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("reader", list(fuzz.READERS))
def test_every_reader_takes_whatever_is_written(reader: str) -> None:
    assert fuzz.failures(150, 18, [reader]) == []


@pytest.mark.parametrize("reader", list(fuzz.READERS))
def test_what_is_changed_is_right_before(reader: str) -> None:
    read, files = fuzz.READERS[reader]
    for file in files:
        read(str(fuzz.CORPUS / file))
