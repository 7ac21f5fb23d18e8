"""Comparing submissions: every kind of change found exactly, and none where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction as Q
from pathlib import Path

import pytest
from conftest import Ran, slow

import oddscalc as exact_odds
from oddscalc._checking.comparing import diff, is_submission
from oddscalc._checking.templates import template
from oddscalc._questions.compare.differences import Change, Comparison, Difference
from oddscalc._rules.rulebook import shipped
from oddscalc.errors import DataError, RuleError

Run = Callable[..., Ran]
EXAMPLES = Path(__file__).parent.parent / "examples"

HEADER = (
    'rulebook = "standard"\nlicensee = "L"\ngame = "G"\nversion = "1"\neffective = 2026-01-01\n'
)
FIELD = """
[[wagers]]
wager = "Field"
pays = { "2" = "2 to 1", "12" = "2 to 1", "other" = "1 to 1" }
"""
ANY_7 = """
[[wagers]]
wager = "Any Seven"
pays = "4 to 1"
unit = "1"
true_odds = "5 to 1"
house_advantage = "16.67%"
basis = "made"
clause = "7"
minimum = "5"
maximum = "500"
cap = "10000"
"""
PLACE_6 = """
[[wagers]]
wager = "place-6"
pays = "7 to 6"
unit = "6"
working = "off"
"""


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def compared(tmp_path: Path) -> Callable[[str, str], Comparison]:
    def call(a: str, b: str) -> Comparison:
        return diff(written(tmp_path / "a.toml", a), written(tmp_path / "b.toml", b))

    return call


Compared = Callable[[str, str], Comparison]


def only(found: Comparison) -> Difference:
    assert found.header == ()
    (one,) = found.wagers
    return one


def edge(one: Difference, what: str = "edge per bet made") -> tuple[Q | None, Q | None]:
    (pair,) = [(each.before, each.after) for each in one.figures if each.what == what]
    return pair


# No difference.


@pytest.mark.parametrize("rules", [slow("us-pa"), "us-nj-mini-dice"])
@pytest.mark.parametrize("form", ["csv", "xlsx", "toml"])
def test_one_submission_in_two_formats_is_the_same(
    oddscalc: Run, tmp_path: Path, rules: str, form: str
) -> None:
    one, other = tmp_path / "one.toml", tmp_path / f"other.{form}"
    one.write_bytes(template("toml", shipped(rules)))
    other.write_bytes(template(form, shipped(rules)))
    ran = oddscalc("diff", str(one), str(other))
    assert (ran.code, ran.out, ran.err) == (0, "", "oddscalc: no difference\n")


def test_the_order_of_wagers_and_spaces_are_no_difference(compared: Compared) -> None:
    found = compared(HEADER + ANY_7 + PLACE_6, HEADER + PLACE_6 + ANY_7.replace("4 to", " 4  to"))
    assert not found
    assert found.unchanged == ("any-7", "place-6")


def test_a_json_and_a_toml_file_are_the_same(tmp_path: Path) -> None:
    toml = written(tmp_path / "a.toml", HEADER.replace("rulebook", "jurisdiction") + PLACE_6)
    wager = {"wager": "place-6", "pays": "7 to 6", "unit": 6, "working": "off"}
    header = {"rulebook": "standard", "licensee": "L", "game": "G", "version": "1"}
    data = {**header, "effective": "2026-01-01", "wagers": [wager]}
    assert not diff(toml, written(tmp_path / "b.json", json.dumps(data)))


def test_rows_of_one_wager_may_be_one_entry_or_several(tmp_path: Path) -> None:
    several = "".join(
        f'[[wagers]]\nwager = "Field"\noutcome = "{hit}"\npays = "{price}"\nclause = "1"\n'
        for hit, price in (("2", "2 to 1"), ("12", "2 to 1"), ("other", "1 to 1"))
    )
    a = written(tmp_path / "a.toml", HEADER + FIELD + 'clause = "1"\n')
    assert not diff(a, written(tmp_path / "b.toml", HEADER + several))


# Every kind of change.


def test_the_header(compared: Compared) -> None:
    changed = HEADER.replace('version = "1"', 'version = "2"').replace('licensee = "L"\n', "")
    found = compared(HEADER + ANY_7, changed + ANY_7)
    assert found.header == (
        Change("licensee", ("L",), ()),
        Change("version", ("1",), ("2",)),
    )
    assert (found.wagers, found.unchanged) == ((), ("any-7",))


def test_wagers_of_one_side_only(compared: Compared) -> None:
    found = compared(HEADER + ANY_7, HEADER + PLACE_6)
    assert [(one.bet, one.where) for one in found.wagers] == [("any-7", "a"), ("place-6", "b")]
    seven, six = found.wagers
    assert edge(seven) == (Q(1, 6), None)
    assert edge(six) == (None, Q(1, 66))
    assert six.changes == (
        Change("price of win", (), ("7 to 6 = 13 for 6",)),
        Change("unit", (), ("6",)),
        Change("working", (), ("off",)),
    )


def test_a_price(compared: Compared) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7.replace("4 to 1", "9 for 2")))
    assert one.changes == (Change("price of win", ("4 to 1 = 5 for 1",), ("9 for 2 = 7 to 2",)),)
    assert edge(one) == (Q(1, 6), Q(1, 4))


def test_a_price_of_one_outcome(compared: Compared) -> None:
    changed = FIELD.replace('"12" = "2 to 1"', '"12" = "3 to 1"')
    one = only(compared(HEADER + FIELD, HEADER + changed))
    assert [each.what for each in one.changes] == ["price of 12"]
    assert edge(one) == (Q(1, 18), Q(1, 36))


@pytest.mark.parametrize(("old", "new"), [("4 to 1", "5 for 1"), ("4 to 1", "8 to 2")])
def test_a_price_that_pays_the_same(compared: Compared, old: str, new: str) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7.replace(old, new)))
    (change,) = one.changes
    assert change.note == "pays the same, written differently"
    assert all(each.same for each in one.figures)


def test_a_price_that_cannot_be_read_is_told_as_it_is_written(compared: Compared) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7.replace("4 to 1", "4")))
    assert one.changes == (Change("price of win", ("4 to 1 = 5 for 1",), ("4",)),)
    assert edge(one) == (Q(1, 6), None)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('unit = "1"', 'unit = "2"', "unit"),
        ('true_odds = "5 to 1"', 'true_odds = "6 to 1"', "claimed true odds"),
        ('house_advantage = "16.67%"', 'house_advantage = "16.66%"', "claimed house advantage"),
        ('basis = "made"', 'basis = "resolved"', "claimed basis"),
        ('clause = "7"', 'clause = "8"', "clause"),
        ('minimum = "5"', 'minimum = "10"', "minimum"),
        ('maximum = "500"', 'maximum = "600"', "maximum"),
        ('cap = "10000"', 'cap = "none"', "cap"),
    ],
)
def test_what_is_said_beside_the_price(compared: Compared, old: str, new: str, what: str) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7.replace(old, new)))
    texts = [text.split('"')[1] for text in (old, new)]
    assert one.changes == (Change(what, (texts[0],), (texts[1],)),)
    assert edge(one) == (Q(1, 6), Q(1, 6))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"10000"', '"$10,000"'),
        ('"5 to 1"', '"6 for 1"'),
        ('"16.67%"', '"0.1667"'),
        ('"made"', '"Made"'),
    ],
)
def test_what_means_the_same_is_told_as_such(compared: Compared, old: str, new: str) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7.replace(old, new)))
    assert [each.note for each in one.changes] == ["the same, written differently"]


def test_the_working_rule(compared: Compared) -> None:
    one = only(compared(HEADER + PLACE_6, HEADER + PLACE_6.replace('"off"', '"on"')))
    assert one.changes == (Change("working", ("off",), ("on",)),)


def test_a_commission(compared: Compared) -> None:
    buy = '[[wagers]]\nwager = "buy-4"\npays = "2 to 1"\ncommission = "5% of stake, when placed"\n'
    one = only(
        compared(HEADER + buy, HEADER + buy.replace("of stake, when placed", "of win, when won"))
    )
    assert [each.what for each in one.changes] == ["commission"]
    assert edge(one) == (Q(1, 20), Q(1, 30))
    none = only(compared(HEADER + PLACE_6, HEADER + PLACE_6 + 'commission = "none"\n'))
    assert none.changes == (Change("commission", (), ("none",), "none is charged either way"),)


def test_another_name_of_the_same_bet(compared: Compared) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7.replace("Any Seven", "any-7")))
    assert one.changes == (
        Change("wager", ("Any Seven",), ("any-7",), "the same bet, named differently"),
    )


def test_a_row_given_twice(compared: Compared) -> None:
    one = only(compared(HEADER + ANY_7, HEADER + ANY_7 + ANY_7))
    assert [each.what for each in one.changes] == ["price of win"]
    assert one.changes[0].note == "the same items, in another order or number"


def test_the_price_of_a_part_changes_the_edge_of_its_bundle(compared: Compared) -> None:
    parts = "".join(
        f'[[wagers]]\nwager = "{bet}"\npays = "{price} to 1"\n'
        for bet, price in (("any-7", 4), ("craps-2", 30), ("craps-3", 15), ("craps-12", 30))
    )
    parts += '[[wagers]]\nwager = "yo"\npays = "15 to 1"\n[[wagers]]\nwager = "whirl"\n'
    found = compared(HEADER + parts, HEADER + parts.replace("4 to 1", "5 to 1"))
    assert {one.bet for one in found.wagers} == {"any-7", "whirl"}
    before, after = edge(next(one for one in found.wagers if one.bet == "whirl"))
    assert before is not None
    assert after is not None
    assert before - after == Q(1, 6) / 5


def test_another_rulebook_changes_the_edge_of_the_same_words(compared: Compared) -> None:
    line = '\n[[wagers]]\nwager = "Hard 4"\npays = "7 to 1"\n'
    found = compared(HEADER + line, HEADER.replace("standard", "us-pa") + line)
    assert [one.what for one in found.header] == ["rulebook"]
    (one,) = found.wagers
    assert one.changes == ()
    assert not all(each.same for each in one.figures)
    assert "edges under standard and us-pa" in found.basis


def test_a_definition(compared: Compared) -> None:
    own = (
        '[[bets]]\nid = "mine"\nname = "Mine"\nkind = "one-roll"\nsource = "me"\n'
        'rule = { win = "12", lose = "2..11" }\n[[wagers]]\nwager = "mine"\npays = "30 to 1"\n'
    )
    one = only(
        compared(HEADER + own, HEADER + own.replace('"12", lose = "2', '"2, 12", lose = "3'))
    )
    assert [each.what for each in one.changes] == ["definition: rule"]
    assert edge(one) == (Q(5, 36), Q(-13, 18))


# Names that mean nothing.


def test_names_that_are_unknown_are_compared_by_their_text(compared: Compared) -> None:
    odd = '[[wagers]]\nwager = "Zorro"\npays = "3 to 1"\n'
    found = compared(HEADER + odd, HEADER + odd.replace("Zorro", "ZORRO bet"))
    assert [one.what for one in only(found).changes] == ["wager"]
    one = only(compared(HEADER + odd, HEADER + odd.replace("3 to 1", "4 to 1")))
    assert one.changes == (Change("price of win", ("3 to 1 = 4 for 1",), ("4 to 1 = 5 for 1",)),)
    assert one.figures == ()
    assert "no edge" in one.notes[0]


def test_without_a_rulebook_names_are_those_of_the_other_side(compared: Compared) -> None:
    found = compared(HEADER + ANY_7, HEADER.replace("standard", "atlantis") + ANY_7)
    assert [one.what for one in found.header] == ["rulebook"]
    (one,) = found.wagers
    assert (one.bet, one.where, one.changes) == ("any-7", "both", ())
    assert edge(one) == (Q(1, 6), None)
    assert "no edges, names as they are written" in found.basis


def test_what_cannot_be_read_is_a_difference(compared: Compared) -> None:
    found = compared(HEADER + ANY_7, HEADER + ANY_7 + 'colour = "red"\n')
    assert [one.what for one in found.header] == ["not readable"]
    bets = '[[bets]]\nid = "x"\n'
    found = compared(HEADER + bets, HEADER + bets + "\n")
    assert [one.what for one in found.header] == ["not readable"]
    assert found.header[0].note == "whether it is the same cannot be told"


# The command.


def test_exit_codes_and_formats(oddscalc: Run, tmp_path: Path) -> None:
    a = written(tmp_path / "a.toml", HEADER + ANY_7)
    b = written(tmp_path / "b.toml", HEADER + ANY_7.replace("4 to 1", "5 to 1"))
    ran = oddscalc("diff", a, b)
    assert ran.code == 1
    assert "price of win: 4 to 1 = 5 for 1 -> 5 to 1 = 6 for 1" in ran.out
    told = json.loads(oddscalc("diff", a, b, "--json").out)
    assert (told["kind"], told["wagers"][0]["bet"]) == ("submission", "any-7")
    assert oddscalc("diff", a, b, "--format", "md").out.startswith("# submission")
    assert oddscalc("diff", a, a).code == 0


def test_kind_forces_a_file_without_a_header(oddscalc: Run, tmp_path: Path) -> None:
    a = written(tmp_path / "a.toml", 'version = "1"\n')
    b = written(tmp_path / "b.toml", 'version = "2"\n')
    assert oddscalc("diff", a, b).code == 2
    ran = oddscalc("diff", a, b, "--kind", "submission")
    assert (ran.code, "version: 1 -> 2" in ran.out) == (1, True)


@pytest.mark.parametrize(
    ("name", "content"),
    [("b.toml", b"= nothing"), ("b.json", b"{"), ("b.csv", b""), ("b.xlsx", b"PK no")],
)
def test_an_unreadable_file(oddscalc: Run, tmp_path: Path, name: str, content: bytes) -> None:
    a = written(tmp_path / "a.toml", HEADER + ANY_7)
    (tmp_path / name).write_bytes(content)
    for pair in ((a, str(tmp_path / name)), (str(tmp_path / name), a)):
        ran = oddscalc("diff", *pair)
        assert (ran.code, ran.out) == (2, "")
        assert name in ran.err
    assert oddscalc("diff", a, str(tmp_path / "none.csv")).code == 2


def test_only_two_of_a_kind(oddscalc: Run, tmp_path: Path) -> None:
    a = written(tmp_path / "a.toml", HEADER + ANY_7)
    for other in ("us-pa", str(EXAMPLES / "two-columns.toml")):
        ran = oddscalc("diff", a, other)
        assert ran.code == 2
        assert "only two of a kind" in ran.err
    with pytest.raises(RuleError, match="own prices"):
        diff(a, a, paytable="customary")
    with pytest.raises(DataError, match="unknown format"):
        diff(a, "us-pa", forced=True)


def test_what_is_a_submission() -> None:
    assert all(is_submission(str(path)) for path in (EXAMPLES / "clean").glob("*.toml"))
    assert is_submission(str(EXAMPLES / "two-columns.toml")) is False
    assert is_submission("nowhere.toml") is None


@pytest.mark.parametrize("path", sorted((EXAMPLES / "faulty").glob("*.toml")), ids=lambda p: p.stem)
def test_every_faulty_example_equals_itself(oddscalc: Run, path: Path) -> None:
    ran = oddscalc("diff", str(path), str(path), "--kind", "submission")
    assert (ran.code, ran.out) == ((2, "") if path.stem == "unreadable" else (0, ""))


def test_a_working_rule_changes_the_numbers_per_roll(tmp_path: Path) -> None:
    """Two roads: off on come-outs, the chain of place and lay bets of ``edge --working off``."""
    text = 'rulebook = "standard"\n[[wagers]]\nwager = "lay-4"\npays = "1 to 2"\n'
    text += 'commission = "5% of win, when won"\n'
    before, after = tmp_path / "a.toml", tmp_path / "b.toml"
    before.write_text(text)
    after.write_text(text + 'working = "off"\n')
    (wager,) = diff(str(before), str(after)).wagers
    changed = {one.what: (one.before, one.after) for one in wager.figures if not one.same}
    assert changed == {
        "edge per roll": (Q(1, 240), Q(2089, 763440)),
        "expected rolls": (Q(4), Q(12724, 2089)),
    }
    on, off = (
        exact_odds.edge(
            "lay-4", pays="win=1 to 2", vig="5% of win, when won", working=working
        ).value
        for working in ("on", "off")
    )
    assert changed["expected rolls"] == (on.expected_rolls, off.expected_rolls)


def test_prices_alone(oddscalc: Run, tmp_path: Path) -> None:
    texts = ("diff", "customary", "massino", "--kind", "paytable")
    assert "source" in oddscalc(*texts).out
    ran = oddscalc(*texts, "--only", "prices")
    assert ran.code == 1
    assert "source" not in ran.out
    assert "in both: 0 changed" in ran.out


def test_submissions_are_compared_under_a_rulebook(oddscalc: Run) -> None:
    names = [str(EXAMPLES / "clean" / f"{name}.toml") for name in ("us-pa", "us-ma")]
    ran = oddscalc("diff", *names, "--rules", "us-pa")
    assert ran.code == 1
    assert "edges under us-pa" in ran.out
    assert oddscalc("diff", *names, "--paytable", "customary").code == 2
