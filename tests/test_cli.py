"""The command line: what people read, and what they get for bad input."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran, slow

import oddscalc._cli
from oddscalc._cli.app import COMMANDS, load
from oddscalc._rules.rulebook import SHIPPED

Run = Callable[..., Ran]

PASS_CARD = """\
Pass Line (pass)
rules standard, paytable customary; money per unit staked

outcome      probability                pays              net
---------  -------------  ------------  ----------------  -----
win              244/495  0.4929292929  1 to 1 = 2 for 1  1
lose             251/495  0.5070707071                    -1

                                     exact         decimal
---------------------------  -------------  --------------
house edge per bet made              7/495    1.414141414%
house edge per bet resolved          7/495    1.414141414%
house edge per roll                 7/1671   0.4189108318%
expected value                      -7/495  -0.01414141414
return to player                   488/495    0.9858585859
hit frequency                      244/495    0.4929292929
variance                     244976/245025    0.9998000204
standard deviation                       -    0.9999000052
expected rolls                     557/165     3.375757576

notes
- standard, custom: Pass line; Pass; Pass line bet
- standard prints no prices: valued at customary ones, not law
"""


def test_a_card_for_one_bet(oddscalc: Run) -> None:
    ran = oddscalc("edge", "Pass Line")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == PASS_CARD


def test_fractions_too_long_for_the_table_follow_it_whole(oddscalc: Run) -> None:
    out = oddscalc("edge", "fire").out
    exact = out.partition("exact values")[2].partition("notes")[0]
    joined = "".join(exact.split())
    assert (
        "P(win6)=3700403899126040038831518494284887738125"
        "/22780863797678919004236184338193605974839452" in joined
    )


@pytest.mark.parametrize("rules", ["standard", slow("us-ma"), "lc", "us-pa", "massino", "sg-mbs"])
@pytest.mark.parametrize("command", [["edge", "--all"], ["bets"]])
@pytest.mark.usefixtures("kept_by_all")
def test_lists_fit_80_columns_and_are_ascii(oddscalc: Run, command: list[str], rules: str) -> None:
    out = oddscalc(*command, "--rules", rules).out
    assert max(map(len, out.splitlines())) <= 80
    assert out.isascii()


@pytest.mark.parametrize("bet", ["fire", "hot-roller", "whirl", "buy-4", "place-lose-10"])
@pytest.mark.parametrize("command", ["edge", "explain"])
def test_texts_on_one_bet_fit_80_columns(oddscalc: Run, command: str, bet: str) -> None:
    out = oddscalc(command, bet).out
    assert max(map(len, out.splitlines())) <= 80


def test_several_bets_make_a_table(oddscalc: Run) -> None:
    ran = oddscalc("edge", "pass", "dont-pass", "pass", "--rules", "us-ma")
    assert ran.out.splitlines()[-3:] == [
        "pass                        7/495    1.4141      1.4141      0.4189   3.3758",
        "dont-pass (returned)        3/220    1.3636      1.4026      0.4039   3.3758",
        "dont-pass (stays)         27/1925    1.4026      1.4026      0.4039   3.4722",
    ]


def test_markdown_and_html(oddscalc: Run) -> None:
    md = oddscalc("edge", "pass", "field", "--format", "md").out
    assert "| pass  |       7/495 |" in md
    assert ">pass</th><td" in oddscalc("edge", "pass", "field", "--format", "html").out


@pytest.mark.usefixtures("kept_by_all")
def test_csv_keeps_numerator_and_denominator_apart(oddscalc: Run) -> None:
    out = oddscalc("edge", "--all", "--rules", "us-ma", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    pass_ = rows[0]
    assert (pass_["edge_per_bet_made_num"], pass_["edge_per_bet_made_den"]) == ("7", "495")
    assert pass_["expected_value_num"] == "-7"
    assert rows[-1]["edge_per_bet_made_num"] == ""
    assert not any(row["notes"].startswith(("=", "+", "-", "@")) for row in rows)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["edge", "pas"], "there is no bet called 'pas'; did you mean pass"),
        (["edge", "12"], "'12' may mean craps-12 or hop-6-6; give the id"),
        (["edge", "horn high"], "may mean horn-high-2, horn-high-3, horn-high-11 or horn-high-12"),
        (["edge", "big-6", "--rules", "us-ma"], "us-ma does not authorise big-6"),
        (["edge", "place-7"], "lc names it, but there it is impossible"),
        (["edge", "place-7", "--rules", "lc"], "place-7 (lc, 2(3) place bet to win) is impossible"),
        (["explain", "place-7", "--rules", "lc"], "is impossible: a 7 is never thrown before a 7"),
        (["edge", "pass", "--rules", "us-nv"], "there is no rulebook 'us-nv'; there are standard"),
        (["edge", "pass", "--paytable", "cheap"], "there is no paytable 'cheap'"),
        (["edge", "any-7", "--pays", "win=4"], "'4 to 1' (the stake comes back on top)"),
        (["edge", "any-7", "--pays", "win=lots"], "'lots' is no price"),
        (["edge", "any-7", "--pays", "win=4e9 to 1"], "is no price"),
        (["edge", "any-7", "--pays", "2=4 to 1"], "any-7 has win"),
        (
            ["edge", "fire", "--rules", "us-pa", "--reading", "x"],
            "it has usual, seven-out, seven-out-at-once, any-7",
        ),
        (["edge", "--all", "--reading", "x"], "no wager of standard has a reading 'x'"),
        (["edge", "fire", "--from", "6"], "may only be made before the come-out"),
        (["edge", "come", "--from", "come-out"], "may only be made after the come-out roll"),
        (["edge", "place-6", "--from", "7"], "the table cannot stand on '7'"),
        (["edge", "field", "--from", "6", "--rules", "us-nj-mini-dice"], "has no come-out"),
        (["edge", "pass", "--working", "off"], "pass (standard, custom) cannot be off"),
        (["edge", "pass", "--dice", "1/6,1/6,1/6,1/6,1/6,1/7"], "sum to 41/42"),
        (["edge", "pass", "--dice", "0.5"], "1 dice weights"),
        (["edge", "hot-roller", "--max-states", "100"], "more than 100 states"),
        (["edge", "place-6", "--dice", "1,0,0,0,0,0"], "the bet never ends: no outcome"),
        (["edge", "nowhere.toml"], "nowhere.toml: cannot be read"),
    ],
)  # fmt: skip
def test_unusable_input_exits_2_with_a_message_and_nothing_on_stdout(
    oddscalc: Run, arguments: list[str], message: str
) -> None:
    ran = oddscalc(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert ran.err.startswith("oddscalc: ")


@pytest.mark.parametrize(
    "arguments",
    [["edge"], ["edge", "pass", "--all"], ["edge", "pass", "--format", "xml"], ["nonsense"],
     ["edge", "pass", "--working", "maybe"], ["explain"], ["edge", "pass", "--frm", "4"],
     ["edge", "pass", "--max-states", "0"]],
)  # fmt: skip
def test_an_unusable_command_line_exits_2(oddscalc: Run, arguments: list[str]) -> None:
    ran = oddscalc(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def test_a_bet_file_on_the_command_line(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        '[[bets]]\nid = "twelve-first"\nname = "Twelve first"\nkind = "sequence"\n'
        'source = "a puzzle"\nrule = { win = ["12"], lose = ["7", "7"] }\n'
    )
    ran = oddscalc("edge", str(path), "--pays", "win=even")
    assert ran.code == 0
    assert "7/13" in ran.out
    assert oddscalc("edge", str(path)).out.count("no price") == 1
    path.write_text("[[bets]\n")
    ran = oddscalc("edge", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "not TOML" in ran.err
    assert "line 1" in ran.err


def test_a_defect_of_ours_exits_3_and_asks_for_a_report(
    oddscalc: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("oddscalc._ask.query.ask", broken)
    ran = oddscalc("edge", "pass")
    assert (ran.code, ran.out) == (3, "")
    assert "please report it" in ran.err


def test_an_interrupt_exits_130(oddscalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("oddscalc._ask.query.ask", interrupted)
    assert oddscalc("edge", "pass").code == 130


def test_explain_gives_clause_states_rolls_equations_and_answer(oddscalc: Run) -> None:
    out = oddscalc("explain", "dont-pass", "--rules", "us-ma", "--reading", "stays").out
    for line in (
        "- us-ma, 2(b): Don't Pass Bet",
        "- reading 'stays': after a come-out 12 the bet stays up and the next roll",
        "  s0    come-out  (start, 1)",
        "       1/36  to s0           on 12",
        "  v(s0) = 1 + 1/36 v(s0) = 36/35 (1.028571429)",
        "  E[rolls] = 6684/1925 (3.472207792)",
    ):
        assert line in out.splitlines()
    assert "P(win) = " in out
    assert "= 949/1925 (0.4929870130)" in " ".join(out.split())


def test_explain_writes_out_only_so_many_states(oddscalc: Run) -> None:
    out = oddscalc("explain", "fire", "--states", "3").out
    assert "States (441)" in out
    assert "  ... and " in out
    assert "P(win 6) = 3700403899126040038831518494284887738125" in "".join(out.split("\n"))


def test_diagrams(oddscalc: Run) -> None:
    dot = oddscalc("explain", "field", "--format", "dot").out
    assert dot.startswith('digraph "field (standard, custom)" {')
    assert 's0 -> end3 [label="5/9: 5..8"];' in dot
    assert dot.rstrip().endswith("}")
    mermaid = oddscalc("explain", "field", "--format", "mermaid").out
    assert mermaid.splitlines()[0] == "flowchart LR"
    assert '  s0 -->|"5/9: 5..8"| end3' in mermaid


def test_every_command_has_help_with_an_example(oddscalc: Run) -> None:
    assert len(COMMANDS) >= 9
    summary = oddscalc("--help").out
    assert "..." not in summary.partition("Commands:")[2]
    for command in ([], *([name] for name in COMMANDS)):
        ran = oddscalc(*command, "--help")
        assert ran.code == 0
        assert re.search(r"Examples?:\s+oddscalc ", ran.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_a_command_by_the_first_line_of_its_own_help(oddscalc: Run, name: str) -> None:
    command = load(name)
    assert command.name == name
    assert command.help.partition("\n")[0] == COMMANDS[name]
    assert f"  {name:<9}  {COMMANDS[name]}\n" in oddscalc("--help").out


GROUPS = ["Arguments:", "Question:", "Rules:", "Money:", "Table:", "Output:", "Examples:"]


def test_help_shows_options_in_groups_the_common_ones_first(oddscalc: Run) -> None:
    out = oddscalc("edge", "-h").out
    assert out == oddscalc("edge", "--help").out
    assert [line for line in out.splitlines() if line in GROUPS] == GROUPS
    common = ("--rules", "--pays", "--odds", "--stake", "--key", "--from", "--dice", "--json")
    places = [out.index(f"\n  {flag} ") for flag in common]
    assert places == sorted(places)
    assert "-h, --help" in out.partition("Output:")[2]


def test_the_help_of_bets_lists_every_rulebook(oddscalc: Run) -> None:
    text = " ".join(oddscalc("bets", "--help").out.split())
    assert f"Rulebooks: {', '.join(SHIPPED)}." in text


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["pass"], "No such command 'pass'. Did you mean 'oddscalc edge pass'?"),
        (["Yo"], "No such command 'Yo'. Did you mean 'oddscalc edge Yo'?"),
        (["zzz"], "No such command 'zzz'."),
        (["claim", "1.41%", "pass"], "unexpected extra argument (pass); write --bet pass"),
        (["claim", "1.41%", "--bett", "pass"], "No such option: --bett"),
    ],
)
def test_what_was_forgotten_is_told(oddscalc: Run, arguments: list[str], hint: str) -> None:
    ran = oddscalc(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert hint in ran.err


def test_ids_may_be_in_capitals(oddscalc: Run) -> None:
    for given in (["--rules", "US-PA"], ["--paytable", "Customary", "--rules", "us-pa"]):
        expected = oddscalc("edge", "pass", "--rules", "us-pa", "--json").out
        assert oddscalc("edge", "pass", *given, "--json").out == expected
    assert oddscalc("diff", "US-MA", "Us-Pa", "--json").code == 1


def test_every_module_of_a_command_is_listed() -> None:
    directory = Path(oddscalc._cli.__file__).parent
    modules = {path.stem for path in directory.glob("*.py") if "\n@command(" in path.read_text()}
    assert modules == set(COMMANDS)


def test_a_misspelt_command_gets_a_suggestion(oddscalc: Run) -> None:
    assert "No such command 'edg'. Did you mean 'edge'?" in oddscalc("edg", "pass").err


COMPLETIONS = [
    ("oddscalc e", ["edge", "explain"]),
    ("oddscalc edge --ro", ["--rolls-per-hour", "--round"]),
    ("oddscalc schema p", ["paytable", "plan", "portfolio"]),
    ("oddscalc edge hot", ["hot-roller"]),
    ("oddscalc edge --rules us-nj-mini-dice over", ["over-7"]),
    ("oddscalc explain fir", ["fire"]),
    ("oddscalc edge pass --rules us", ["us-ma", "us-pa", "us-nj-mini-dice"]),
    ("oddscalc edge pass --paytable sg", ["sg-mbs-v3"]),
    ("oddscalc diff sg", ["sg-mbs", "sg-mbs-v3"]),
    ("oddscalc check --explain too", ["too-many-states"]),
]


@pytest.mark.parametrize(
    ("shell", "words", "completions"),
    [
        *(("bash", *one) for one in COMPLETIONS),
        *((shell, *one) for shell in ("zsh", "fish") for one in COMPLETIONS[:2]),
        *(slow(shell, *one) for shell in ("zsh", "fish") for one in COMPLETIONS[2:]),
    ],
)
def test_a_shell_completes_commands_and_what_they_take(
    process: Run, shell: str, words: str, completions: list[str]
) -> None:
    variables = {"_ODDSCALC_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": words}
    if shell == "bash":
        variables |= {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    if shell == "fish":
        variables["_TYPER_COMPLETE_FISH_ACTION"] = "get-args"
    ran = process("-m", "oddscalc", **variables)
    assert ran.code == 0
    for completion in completions:
        assert completion in ran.out
    if shell == "bash":
        assert ran.out.split() == completions


def test_version(oddscalc: Run) -> None:
    from oddscalc import __version__

    assert oddscalc("--version").out == f"oddscalc {__version__}\n"


def test_python_m_oddscalc_and_a_terminal_of_little_letters(process: Run) -> None:
    ran = process("-m", "oddscalc", "edge", "pass", PYTHONIOENCODING="cp1252")
    assert (ran.code, ran.out) == (0, PASS_CARD)


def test_a_reader_that_goes_away_is_no_error(process: Run) -> None:
    code = (
        "import subprocess, sys;"
        "p = subprocess.Popen([sys.executable, '-m', 'oddscalc', 'bets', '--json'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE);"
        "p.stdout.read(10); p.stdout.close(); err = p.stderr.read(); print(p.wait(), err)"
    )
    assert process("-c", code).out == "0 b''\n"


class TestErrorsForPrograms:
    """``--errors json``, wherever it stands."""

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("edge pas --errors json", "unknown-name"),
            ("--errors json edge pas", "unknown-name"),
            ("edge --errors=json", "usage"),
            ("edge pass --errors json --stake", "usage"),
            ("edg --errors json", "usage"),
            ("edge pass --rules none.toml --errors json", "unreadable"),
            ("edge place-6 --stake 5 --round refuse --errors json", "unpayable"),
            ("verify none.json --errors json", "unreadable"),
        ],
    )
    def test_an_error_is_one_line_of_json(self, oddscalc: Run, line: str, code: str) -> None:
        ran = oddscalc(*line.split())
        assert (ran.code, ran.out) == (2, "")
        told = json.loads(ran.err)
        assert ran.err.count("\n") == 1
        assert set(told) == {"error"}
        assert told["error"].keys() == {"code", "message"}
        assert told["error"]["code"] == code

    def test_what_is_no_error_is_a_note(self, oddscalc: Run) -> None:
        ran = oddscalc("edge", "--all", "--stake", "7", "--round", "refuse", "--errors", "json")
        assert ran.code == 0
        assert {tuple(json.loads(line)) for line in ran.err.splitlines()} == {("note",)}

    def test_a_defect_is_told_so_too(self, oddscalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("oddscalc._face.bets.bets", lambda *_, **__: 1 / 0)
        ran = oddscalc("bets", "--errors", "json")
        assert (ran.code, ran.out) == (3, "")
        assert json.loads(ran.err)["error"]["code"] == "defect"

    def test_for_people_they_are_as_before(self, oddscalc: Run) -> None:
        oddscalc("edge", "pas", "--errors", "json")
        assert oddscalc("edge", "pas").err.startswith("oddscalc: there is no bet")
        assert "Usage: oddscalc edge" in oddscalc("edge", "--errors", "text").err


class TestDash:
    """``-`` is standard output wherever a file is written."""

    @pytest.mark.parametrize(
        "line", ["edge any-7", "net field", "bets field", slow("check --template csv")]
    )
    def test_an_answer(self, oddscalc: Run, line: str) -> None:
        expected = oddscalc(*line.split())
        assert oddscalc(*line.split(), "--out", "-") == expected
        assert expected.code == 0

    def test_a_certificate_stands_alone(self, oddscalc: Run) -> None:
        ran = oddscalc("edge", "field", "--certificate", "-")
        assert json.loads(ran.out)["format"]

    def test_a_sweep(self, oddscalc: Run, tmp_path: Path) -> None:
        grid = tmp_path / "grid.toml"
        grid.write_text('[axes]\nbet = ["field", "any-7"]\n', encoding="utf-8")
        ran = oddscalc("sweep", str(grid), "--out", "-")
        assert (ran.code, ran.err) == (0, "")
        assert [json.loads(line)["bet"] for line in ran.out.splitlines()] == ["field", "any-7"]
        assert oddscalc("sweep", str(grid), "--out", "-", "--format", "csv").out.count("\n") == 3


@pytest.mark.parametrize(
    ("word", "meant"),
    [("pass", "edge pass"), ("hand", "rolls hand"), ("iron-cross", "plan iron-cross"),
     ("help", "--help")],
)  # fmt: skip
def test_a_command_that_is_none_says_what_may_be_meant(
    oddscalc: Callable[..., Ran], word: str, meant: str
) -> None:
    ran = oddscalc(word)
    assert ran.code == 2
    assert f"Did you mean 'oddscalc {meant}'?" in ran.err
