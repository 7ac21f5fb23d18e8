"""Every error says which kind of cause it has, and what may have been meant, as data."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

import oddscalc
from oddscalc import errors
from oddscalc._checking.findings import code_of, codes
from oddscalc._dice.dice import parse_dice
from oddscalc._money.paytable import SHIPPED as PAYTABLES
from oddscalc._money.price import Price
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import shipped
from oddscalc.errors import (
    CODES,
    BarePriceError,
    DataError,
    OddscalcError,
    Problem,
    RuleError,
    UnknownNameError,
)

FILES = sorted(Path(oddscalc.__file__).parent.rglob("*.py"))
CLASSES = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, OddscalcError)
}


def codes_in(path: Path) -> set[str]:
    """Return the codes that errors and problems are made with in a file."""
    used = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        given = [word.value for word in node.keywords if word.arg == "code"]
        if node.func.id == "Problem" and len(node.args) == 3:
            given.append(node.args[2])
        if node.func.id in {*CLASSES, "Problem"}:
            used |= {code.value for code in given if isinstance(code, ast.Constant)}
            used |= {CLASSES[node.func.id].code} if node.func.id in CLASSES else {"malformed"}
    return used


def test_each_code_has_an_error_and_each_error_a_code() -> None:
    assert set[str]().union(*map(codes_in, FILES)) == set(CODES)


ASKED = [
    ({"bet": "pas"}, "unknown-name"),
    ({"bet": "hop"}, "ambiguous-name"),
    ({"bet": "field", "pays": ["2=30"]}, "bare-price"),
    ({"bet": "field", "pays": ["2=x"]}, "malformed"),
    ({"bet": "fire", "rules": "sg-mbs"}, "not-authorised"),
    ({"bet": "place-7", "rules": "lc"}, "impossible"),
    ({"bet": "fire", "from_": "on"}, "wrong-time"),
    ({"bet": "any-7", "odds": "3x"}, "no-odds"),
    ({"bet": "any-7", "working": "off"}, "not-applicable"),
    ({"bet": "pass", "stake": 0}, "out-of-range"),
    ({"bet": "place-6", "stake": 5, "round": "refuse"}, "unpayable"),
    ({"bet": "pass", "round": "down"}, "no-stake"),
    ({"bet": "fire", "max_states": 3}, "too-many-states"),
    ({"bet": "pass", "rules": "none.toml"}, "unreadable"),
    ({"bet": "pass", "stake": "1" * 2000}, "numbers-too-long"),
]


@pytest.mark.parametrize(("asked", "code"), ASKED)
def test_the_code_of_what_cannot_be_answered(asked: dict[str, object], code: str) -> None:
    with pytest.raises(OddscalcError) as caught:
        oddscalc.edge(asked["bet"], **{key: asked[key] for key in asked if key != "bet"})
    assert caught.value.code == code
    assert caught.value.to_dict() == {"error": {"code": code, "message": str(caught.value)}}


def test_a_code_stays_where_the_place_is_put_before_the_message() -> None:
    error = BarePriceError("30", ("30 to 1", "30 for 1")).at("prices[0]")
    assert str(error).startswith("prices[0]: the price '30'")
    assert (type(error), error.code, error.readings) == (
        BarePriceError,
        "bare-price",
        ("30 to 1", "30 for 1"),
    )


@pytest.mark.parametrize(
    "error",
    [
        RuleError("it has no price", code="no-price"),
        BarePriceError("30", ("30 to 1", "30 for 1")),
        UnknownNameError.among("order", "size", ["edge"]),
        DataError("a.toml", [Problem("key", "is missing"), Problem("", "is empty")]),
    ],
)
def test_errors_can_be_sent_to_other_processes(error: OddscalcError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_what_may_have_been_meant_is_data() -> None:
    def candidates(name: str) -> tuple[str, ...]:
        with pytest.raises(UnknownNameError) as caught:
            shipped("us-pa").find(name)
        return caught.value.candidates

    assert candidates("pas line")[0] == "pass"
    assert candidates("zzzzzz") == ()
    with pytest.raises(UnknownNameError) as caught:
        userfiles.paytable("none", shipped("standard").catalogue)
    assert caught.value.candidates == tuple(PAYTABLES)


def test_the_problems_of_a_file_have_places_and_codes(tmp_path: Path) -> None:
    path = tmp_path / "dice.csv"
    path.write_text("1/36,1//36,-1/36\n" + "1/36," * 32 + "1/36\n")
    with pytest.raises(DataError) as caught:
        parse_dice(str(path))
    read, negative = caught.value.problems
    assert (read.place, read.code) == ("line 1, weight 2", "malformed")
    assert (negative.place, negative.code) == ("line 1, weight 3", "out-of-range")
    assert caught.value.code == "malformed"


@pytest.mark.parametrize("code", CODES)
def test_a_definition_that_is_wrong_is_a_finding_of_a_known_kind(code: str) -> None:
    assert code_of(Problem("bets[0]", "", code)) in codes()


def test_a_bare_price_is_refused_with_its_readings() -> None:
    with pytest.raises(BarePriceError) as caught:
        Price.parse("30")
    assert caught.value.code == "bare-price"


SEARCHES = {"startswith", "endswith", "partition", "rpartition", "find", "index", "count"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_is_decided_by_the_message_of_an_error(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        searched = isinstance(node, ast.Attribute) and node.attr in SEARCHES
        if searched or isinstance(node, ast.Compare):
            assert not {"str(error)", "error.args"} & {ast.unparse(n) for n in ast.walk(node)}
