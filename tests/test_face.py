"""The public words: one function for each command, the same words, the same numbers."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

import oddscalc as package
from oddscalc import Dice, NumberError, OddscalcError, Price, RuleError, UnknownNameError
from oddscalc._ask.asked import refuse
from oddscalc._ask.options import OPTIONS, Options
from oddscalc._cli.app import COMMANDS

ROOT = Path(__file__).parent.parent
Run = Callable[..., Ran]

WORDS = {
    *(
        "bets",
        "check",
        "claim",
        "design",
        "diff",
        "edge",
        "edges",
        "explain",
        "fair",
        "formula",
        "net",
        "observe",
    ),
    *("plan", "portfolio", "report", "rolls", "session", "simulate", "sweep", "tables", "verify"),
}


def test_there_is_a_word_for_each_question_of_the_command_line() -> None:
    assert WORDS - {"edges", "formula"} <= set(COMMANDS)
    assert set(package.__all__) >= WORDS
    assert dir(package) == package.__all__
    for name in package.__all__:
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'edgy'"):
        package.edgy  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("word", sorted(WORDS))
def test_every_word_is_documented_and_typed(word: str) -> None:
    function = getattr(package, word)
    assert "\n    Args:\n" in function.__doc__
    assert "return" in function.__annotations__


ASKED: list[tuple[Callable[[], Any], list[str]]] = [
    (lambda: package.edge("pass"), ["edge", "pass"]),
    (lambda: package.edge("place-6", stake=5, round="down", rolls_per_hour=100),
     ["edge", "place-6", "--stake", "5", "--round", "down", "--rolls-per-hour", "100"]),
    (lambda: package.edge("place-6", working="off", from_=4, rules="us-pa"),
     ["edge", "place-6", "--working", "off", "--from", "4", "--rules", "us-pa"]),
    (lambda: package.edge("fire", pays={4: "24 to 1", 5: "249 to 1", 6: "999 to 1"}),
     ["edge", "fire", "--pays", "4=24 to 1", "--pays", "5=249 to 1", "--pays", "6=999 to 1"]),
    (lambda: package.edge("any-7", pays="win=10 to 1", dice="srr=7", vig="none"),
     ["edge", "any-7", "--pays", "win=10 to 1", "--dice", "srr=7", "--vig", "none"]),
    (lambda: package.edge("pass", odds="345x").readings, ["edge", "pass", "--odds", "345x"]),
    (lambda: package.edges("pass", "dont-pass", rules="us-ma"),
     ["edge", "pass", "dont-pass", "--rules", "us-ma"]),
    (lambda: package.edges(all=True, rules="lc", paytable="customary"),
     ["edge", "--all", "--rules", "lc", "--paytable", "customary"]),
    (lambda: package.portfolio({"pass": 5, "any-craps": "1"}, until="roll"),
     ["portfolio", "pass:5", "any-craps:1", "--until", "roll"]),
    (lambda: package.report("all-small", paytable="bonus-30-150-to-1", minimum=6, maximum=600),
     ["report", "all-small", "--paytable", "bonus-30-150-to-1", "--minimum", "6",
      "--maximum", "600"]),
    (lambda: package.net("pass", odds="2x"), ["net", "pass", "--odds", "2x"]),
    (lambda: package.net({"pass": 5, "any-craps": 1}), ["net", "pass:5", "any-craps:1"]),
    (lambda: package.observe("examples/observed/rolls.csv", bets="pass", level="5%"),
     ["observe", "examples/observed/rolls.csv", "--bet", "pass", "--level", "5%"]),
    (lambda: package.rolls("hand", at_least=154, quantile="0.9"),
     ["rolls", "hand", "--at-least", "154", "--quantile", "0.9"]),
    (lambda: package.rolls("pass", given="win", pmf=3, cdf=5, pgf=True),
     ["rolls", "pass", "--given", "win", "--pmf", "3", "--cdf", "5", "--pgf"]),
    (lambda: package.session("pass", bankroll=20, target="40", decisions=60),
     ["session", "pass", "--bankroll", "20", "--target", "40", "--decisions", "60"]),
    (lambda: package.session({"pass": 5}, decisions=3), ["session", "pass:5", "--decisions", "3"]),
    (lambda: package.session("field", bankroll_for=50, risk="5%"),
     ["session", "field", "--bankroll-for", "50", "--risk", "5%"]),
    (lambda: package.fair("place-6", target_edge="5%", basis="roll"),
     ["fair", "place-6", "--target-edge", "5%", "--basis", "roll"]),
    (lambda: package.fair("place-6", stakes="1..30", round="down", against="pass"),
     ["fair", "place-6", "--stakes", "1..30", "--round", "down", "--against", "pass"]),
    (lambda: package.design("fire", "20%..25%", multiples=5, ascending=True, top_cap="1000 to 1"),
     ["design", "fire", "--target-edge", "20%..25%", "--multiples", "5", "--ascending",
      "--top-cap", "1000 to 1"]),
    (lambda: package.claim("1.36%", "dont-pass", as_="made"),
     ["claim", "1.36%", "--bet", "dont-pass", "--as", "made"]),
    (lambda: package.claim("1/33", {"pass": 5, "any-craps": 1}),
     ["claim", "1/33", "--bet", "pass:5", "--bet", "any-craps:1"]),
    (lambda: package.formula("pass", dice="p7", rules="us-ma").readings,
     ["edge", "pass", "--dice", "p7", "--rules", "us-ma"]),
    (lambda: package.formula("field", pays={2: "x to 1"}),
     ["edge", "field", "--pays", "2=x to 1"]),
    (lambda: package.plan("place-68", bankroll=100, target="50"),
     ["plan", "place-68", "--bankroll", "100", "--target", "50"]),
    (lambda: package.explain("field"), ["explain", "field"]),
    (lambda: package.diff("lc", "massino"), ["diff", "lc", "massino"]),
    (lambda: package.check(ROOT / "examples/clean/us-ma.toml", max_edge="30%", ignore="zero-edge"),
     ["check", str(ROOT / "examples/clean/us-ma.toml"), "--max-edge", "30%", "--ignore",
      "zero-edge"]),
    (lambda: package.bets("hardway", rules="us-pa"), ["bets", "hardway", "--rules", "us-pa"]),
    (lambda: package.simulate("field", n=1000, seed=3),
     ["simulate", "field", "-n", "1000", "--seed", "3"]),
]  # fmt: skip


def printed(answer: Any, command: str) -> Any:
    """Return the JSON of *answer* in the shape in which its command prints it."""
    if isinstance(answer, tuple):
        return [one.to_dict() for one in answer]
    if hasattr(answer, "to_dicts"):
        return answer.to_dicts()
    return [answer.to_dict()] if command in ("edge", "explain", "fair") else answer.to_dict()


@pytest.mark.parametrize(("ask", "arguments"), ASKED, ids=[" ".join(one[:3]) for _, one in ASKED])
def test_python_and_the_command_line_say_the_same(
    oddscalc: Run, ask: Callable[[], Any], arguments: list[str]
) -> None:
    expected = json.loads(oddscalc(*arguments, "--json").out)
    found = json.loads(json.dumps(printed(ask(), arguments[0])))
    if arguments[0] == "net" and isinstance(expected, list):
        found = [found]
    assert found == expected


@pytest.mark.parametrize(("ask", "arguments"), ASKED, ids=[" ".join(one[:3]) for _, one in ASKED])
def test_an_answer_is_one_short_line_and_shows_itself(
    ask: Callable[[], Any], arguments: list[str]
) -> None:
    answer = ask()
    for one in answer if isinstance(answer, tuple) else [answer]:
        text = repr(one)
        assert text.startswith(f"<{type(one).__name__}: ")
        assert len(text) <= 100
        assert "\n" not in text
        assert one._repr_html_().lstrip().startswith("<section>")
        assert one.__rich__() is not None
        assert str(one)


def test_an_answer_has_every_number_flat() -> None:
    answer = package.edge("dont-pass")
    assert isinstance(answer, package.Answer)
    assert (answer.win, answer.lose, answer.push) == tuple(
        Fraction(n, 1980) for n in (949, 976, 55)
    )
    assert answer.house_edge is not None
    assert answer.house_edge.per_bet_made == Fraction(3, 220)
    assert answer.house_edge.per_bet_resolved == Fraction(27, 1925)
    assert answer.house_edge.per_roll == Fraction(3, 220) / answer.expected_rolls
    assert answer.expected_rolls == Fraction(557, 165)
    assert answer.expected_value == Fraction(-3, 220)
    assert answer.rtp == 1 - Fraction(3, 220)
    assert answer.hit_frequency == answer.win
    assert answer.variance == answer.win + answer.lose - Fraction(3, 220) ** 2
    assert answer.sd == answer.to_dict()["sd"]
    assert sum(payoff.probability for payoff in answer.outcomes) == 1
    assert answer.notes == answer.to_dict()["notes"]


def test_edge_is_the_usual_reading_and_knows_the_others() -> None:
    answer = package.edge("dont-pass", rules="us-ma")
    assert [one.model.reading.name for one in answer.readings] == ["returned", "stays"]
    assert answer.readings[0].to_dict() == answer.to_dict()
    assert [one.house_edge for one in answer.readings[1].readings] == [
        one.house_edge for one in answer.readings
    ]
    (stays,) = package.edge("dont-pass", rules="us-ma", reading="stays").readings
    assert stays.push == 0


def test_a_bet_may_be_an_id_a_name_or_a_file(tmp_path: Path) -> None:
    rule = '{ win = "2..6", lose = "rest" }'
    one = f'id = "low"\nname = "Low"\nkind = "one-roll"\nsource = "me"\nrule = {rule}\n'
    (tmp_path / "low.toml").write_text(f"[[bets]]\n{one}")
    (tmp_path / "two.toml").write_text(f"[[bets]]\n{one}[[bets]]\n{one.replace('low', 'more', 1)}")
    assert package.edge("Pass Line").house_edge == package.edge(*["pass"]).house_edge
    low = str(tmp_path / "low.toml")
    assert package.edge(low, pays="win=even").win == Fraction(15, 36)
    assert package.rolls(low).mean == 1
    two = str(tmp_path / "two.toml")
    assert len(package.edges(two, pays="win=even")) == 2
    with pytest.raises(RuleError, match="has 2 bets: low, more; ask edges"):
        package.edge(two, pays="win=even")
    with pytest.raises(RuleError, match="has 2 bets: low, more"):
        package.net(two, pays="win=even")


def test_a_portfolio_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hedge.toml"
    bets = "".join(
        f'[[bets]]\nbet = "{bet}"\nstake = "{n}"\n' for bet, n in (("pass", 5), ("yo", 1))
    )
    path.write_text(f'until = "roll"\n{bets}')
    answer = package.portfolio(str(path))
    assert answer.to_dict() == package.portfolio({"pass": 5, "yo": 1}, until="roll").to_dict()


def test_options_may_be_what_they_are_read_as() -> None:
    ratio = Dice.from_seven_ratio(7)
    assert package.edge("pass", dice=ratio).win == package.edge("pass", dice="srr=7").win
    price = Price.parse("10 to 1")
    assert package.edge("any-7", pays={"win": price}).value == (
        package.edge("any-7", pays=["any-7:win=10 to 1"]).value
    )
    assert package.edge("place-6", stake=Fraction(7, 2), unit="1/2", round="down").value == (
        package.edge("place-6", stake="3.5", unit=Fraction(1, 2), round="down").value
    )


# --- strict


CALLS: dict[str, Callable[..., Any]] = {
    "edge": lambda **options: package.edge("pass", **options),
    "edges": lambda **options: package.edges("pass", **options),
    "portfolio": lambda **options: package.portfolio({"pass": 5}, **options),
    "net": lambda **options: package.net("pass", **options),
    "observe": lambda **options: package.observe("rolls.csv", **options),
    "report": lambda **options: package.report("pass", **options),
    "rolls": lambda **options: package.rolls("pass", **options),
    "session": lambda **options: package.session("pass", decisions=1, **options),
    "fair": lambda **options: package.fair("pass", **options),
    "design": lambda **options: package.design("field", "1%", **options),
    "claim": lambda **options: package.claim("1%", "pass", **options),
    "explain": lambda **options: package.explain("pass", **options),
    "formula": lambda **options: package.formula("pass", dice="p7", **options),
    "simulate": lambda **options: package.simulate("pass", n=1, **options),
    "plan": lambda **options: package.plan("pass-flat", **options),
    "bets": lambda **options: package.bets("pass", **options),
    "diff": lambda **options: package.diff("lc", "massino", **options),
    "check": lambda **options: package.check("none.toml", **options),
    "verify": lambda **options: package.verify("none.json", **options),
    "sweep": lambda **options: package.sweep("none.toml", **options),
    "tables": lambda **options: package.tables(**options),
}


@pytest.mark.parametrize("word", sorted(WORDS))
@pytest.mark.parametrize("option", ["rounding", "where", "stakes_", "Odds"])
def test_an_unknown_keyword_is_a_type_error(word: str, option: str) -> None:
    with pytest.raises(TypeError, match=option):
        CALLS[word](**{option: "1"})


@pytest.mark.parametrize(
    ("word", "option"),
    [("portfolio", "stake"), ("portfolio", "odds"), ("rolls", "odds"), ("explain", "stake"),
     ("fair", "stake"), ("fair", "odds"), ("design", "stake"), ("simulate", "paytable"),
     ("bets", "reading"), ("check", "stake")],
)  # fmt: skip
def test_an_option_of_another_function_is_a_type_error(word: str, option: str) -> None:
    with pytest.raises(TypeError, match=option):
        CALLS[word](**{option: "1"})


def test_a_near_miss_is_told() -> None:
    with pytest.raises(TypeError, match="has no option 'rounding'; did you mean 'round'"):
        CALLS["edge"](rounding="down")


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"bet": "any-7", "odds": "2x"}, RuleError, "takes no odds"),
        ({"stake": 2.5}, NumberError, "stake is the float 2.5; write it as text"),
        ({"stake": True}, NumberError, "stake is True"),
        ({"stake": 6, "unit": 0.5}, NumberError, "unit is the float 0.5"),
        ({"rolls_per_hour": 100.0}, NumberError, "rolls_per_hour is the float 100.0"),
        ({"pays": {"win": 2.5}}, NumberError, "the price of win is 2.5; write it as '30 to 1'"),
        ({"pays": {"win": 2}}, NumberError, "the price of win is 2"),
        ({"pays": ["win=2"]}, NumberError, "can be read in two ways"),
        ({"pays": [2]}, NumberError, "2 is among the prices; write 'OUTCOME=PRICE'"),
        ({"dice": [1] * 36}, NumberError, "dice is .*; write text, like 'srr=7'"),
        ({"working": False}, NumberError, "working is False; write text, like 'off'"),
        ({"working": "maybe"}, UnknownNameError, "no working 'maybe'; there are on, off"),
        ({"stake": 1, "round": "sideways"}, UnknownNameError, "there are exact, down, nearest"),
        ({"from_": 7}, RuleError, "cannot stand on '7'; it can on come-out, on, 4"),
        ({"from_": 4.0}, NumberError, "from is the float 4.0"),
        ({"max_states": "9"}, NumberError, "max_states is '9'; write a whole number"),
        ({"rules": Path("x.toml")}, NumberError, "rules is .*; write text, like 'us-pa'"),
        ({"rules": "us-nv"}, UnknownNameError, "there are standard, us-ma"),
        ({"bet": 6}, NumberError, "a bet is 6; write its id, like 'pass'"),
        ({"bet": "pas"}, UnknownNameError, "did you mean"),
    ],
)  # fmt: skip
def test_everything_else_wrong_says_what_to_write(
    options: dict[str, Any], kind: type[OddscalcError], message: str
) -> None:
    with pytest.raises(OddscalcError, match=message) as caught:
        package.edge(options.pop("bet", "pass"), **options)
    assert isinstance(caught.value, kind)


@pytest.mark.parametrize(
    "call",
    [
        lambda: package.portfolio({"pass": 2.5}),
        lambda: package.rolls("pass", quantile=0.9),  # type: ignore[arg-type]
        lambda: package.rolls("pass", pmf=2.0),  # type: ignore[arg-type]
        lambda: package.session("pass", bankroll=20.0, target=40),  # type: ignore[arg-type]
        lambda: package.session("pass", bankroll_for=50, risk=0.05),  # type: ignore[arg-type]
        lambda: package.fair("pass", target_edge=0.05),  # type: ignore[call-overload]
        lambda: package.design("field", 0.02),  # type: ignore[arg-type]
        lambda: package.claim(0.0136, "dont-pass"),  # type: ignore[arg-type]
        lambda: package.check("x.toml", max_edge=0.2),  # type: ignore[arg-type]
        lambda: package.simulate("pass", n=1e3),  # type: ignore[arg-type]
    ],
)
def test_floats_are_refused_everywhere(call: Callable[[], Any]) -> None:
    with pytest.raises(NumberError):
        call()


def test_options_that_have_no_meaning_together() -> None:
    with pytest.raises(RuleError, match="for one bet alone"):
        package.net({"pass": 5, "field": 1}, odds="2x")
    with pytest.raises(RuleError, match="for a range of stakes"):
        package.fair("pass", against="field")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="takes bets, or else all=True"):
        package.edges()


def test_the_table_of_options_describes_every_one() -> None:
    assert set(Options.__annotations__) | {"rolls_per_hour"} == set(OPTIONS)
    for option in OPTIONS.values():
        assert option.says.endswith(".")
        if option.unset is not None:
            refuse(option, option.unset)


# --- answers in a row


def test_answers_keep_their_table_when_cut() -> None:
    answers = package.edges("pass", "field", "any-7")
    assert isinstance(answers[1:], package.Answers)
    assert [one["bet"] for one in answers[1:].to_dicts()] == ["field", "any-7"]
    assert repr(answers[1:]) == "<Answers: 2, field to any-7>"
    assert isinstance(answers[-1], package.Answer)
    assert "field" in answers[1:]._repr_html_()
    assert ">pass<" not in answers[1:]._repr_html_()
    assert repr(answers[:0]) == "<Answers: none>"


def test_a_range_of_stakes(oddscalc: Run) -> None:
    answers = package.edges("place-6", "dont-pass", stake="1..12", round="refuse", rules="us-ma")
    expected = json.loads(
        oddscalc("edge", "place-6", "dont-pass", "--stake", "1..12", "--round", "refuse", "--rules",
                 "us-ma", "--json").out
    )  # fmt: skip
    assert answers.to_dicts() == [one for one in expected if "refused" not in one]
    refused = [f"{one['bet']}: {one['refused']}" for one in expected if "refused" in one]
    assert list(answers.left_out) == refused
    assert len(refused) == 10
    assert [one.model.reading.name for one in answers[-1].readings] == ["returned", "stays"]
    with pytest.raises(NumberError):
        package.edge("place-6", stake="1..12")


def test_all_says_what_it_leaves_out() -> None:
    answers = package.edges(all=True, rules="lc")
    assert any("place-7" in reason or "impossible" in reason for reason in answers.left_out) or (
        not any(one.model.bet.id == "place-7" for one in answers)
    )


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_answers_as_a_table_of_exact_texts(library: str) -> None:
    pytest.importorskip(library)
    answers = package.edges("pass", "hot-roller")
    table = answers.to_pandas() if library == "pandas" else answers.to_polars()
    columns = list(table.columns)
    assert columns[:6] == ["bet", "name", "rules", "reading", "paytable", "basis"]
    first = dict(zip(columns, table.iloc[0] if library == "pandas" else table.row(0), strict=True))
    assert first["house_edge_per_bet_made"] == "7/495"
    assert first["house_edge_per_bet_made_decimal"] == "0.01414141414"
    assert first["expected_rolls"] == "557/165"
    second = table["house_edge_per_bet_made"][1]
    assert second is None or second != second  # missing


def test_an_answer_can_be_kept() -> None:
    answer = package.edge("pass", odds="345x")
    assert pickle.loads(pickle.dumps(answer)).value == answer.value


# --- files


def test_verify_is_the_word_and_the_old_module(process: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(package.edge("place-6", rules="us-pa").certificate())
    answer = package.verify(proof)
    assert answer
    assert answer.proofs[0].derivation is not None
    proof.write_text(proof.read_text().replace("place-6", "place-8"))
    assert package.verify(str(proof)).problems
    call = f"oddscalc.verify({str(ROOT / 'examples/certificates/place-6-us-pa.json')!r})"
    old = "from oddscalc.verify import seal_of"
    for code in (f"import oddscalc\nprint({call!s})\n{old}\nprint({call!s}, seal_of)",
                 f"{old}\nimport oddscalc\nprint({call!s}, seal_of)"):  # fmt: skip
        ran = process("-c", code)
        assert (ran.code, ran.err) == (0, "")
        assert "proven" in ran.out


def test_a_file_that_is_no_certificate_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text("{}")
    with pytest.raises(package.DataError):
        package.verify(path)


GRID = """
[axes]
bet = ["pass", "field", "fire"]
dice = ["fair", "srr=7"]
"""


def test_a_sweep_is_in_the_answer_or_in_a_file(tmp_path: Path) -> None:
    grid, out = tmp_path / "grid.toml", tmp_path / "rows.jsonl"
    grid.write_text(GRID)
    here = package.sweep(grid)
    assert (here.points, here.rows, here.errors) == (6, len(here.to_dicts()), 0)
    steps: list[int] = []
    there = package.sweep(grid, out, progress=steps.append)
    assert (there.points, there.rows, there.out) == (6, here.rows, out)
    assert sum(steps) == 6
    assert [json.loads(line) for line in out.read_text().splitlines()] == here.to_dicts()
    with pytest.raises(UnknownNameError, match=r"end it with \.csv or \.jsonl"):
        package.sweep(grid, tmp_path / "rows.txt")


def test_a_check_counts_as_true_if_nothing_is_found() -> None:
    assert package.check([ROOT / "examples/clean/us-nj-mini-dice.toml"])
    faulty = package.check(ROOT / "examples/faulty/price-below-minimum.toml")
    assert not faulty
    assert faulty.findings


# --- quick


def test_only_what_a_word_needs_is_loaded(process: Run) -> None:
    ran = process(
        "-c", "import sys, oddscalc; dir(oddscalc); oddscalc.edge('pass'); print(*sys.modules)"
    )
    loaded = {name.split(".")[0] for name in ran.out.split()}
    assert not loaded & {"pydantic", "typer", "pandas", "polars", "jinja2", "rich"}
    assert "oddscalc._sweeps" not in ran.out.split()
