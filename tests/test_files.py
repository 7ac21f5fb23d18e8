"""Files from outside: whatever is named or written ends as content or as a DataError, soon."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import slow_but
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oddscalc._exact.files import json_of, read_bytes, text_of, toml_of
from oddscalc.errors import DataError

bounded = settings(max_examples=int(os.environ.get("ODDSCALC_FUZZ", "200")), deadline=None)


def read(name: str, most: int = 1_000) -> bytes:
    return read_bytes(name, most, "cut it")


def problem(read: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(DataError) as caught:
        read(*arguments, **options)
    (found,) = caught.value.problems
    return str(found)


class TestOpening:
    def test_a_file_of_just_the_size(self, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_bytes(b"x" * 1_000)
        assert read(str(path)) == b"x" * 1_000
        path.write_bytes(b"x" * 1_001)
        assert problem(read, str(path)) == "over 1,000 bytes; cut it"
        path.write_bytes(b"")
        assert read(str(path)) == b""

    def test_a_link_is_what_it_leads_to(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"x")
        (tmp_path / "b").symlink_to("a")
        (tmp_path / "c").symlink_to("c")
        (tmp_path / "d").symlink_to("/dev/zero")
        assert read(str(tmp_path / "b")) == b"x"
        assert "symbolic links" in problem(read, str(tmp_path / "c"))
        assert "a device" in problem(read, str(tmp_path / "d"))

    @pytest.mark.parametrize(
        ("name", "told"),
        [("/dev/zero", "a device; - reads standard input"),
         ("/dev/null", "a device"), ("/dev/tty", ""), ("/dev/full", "a device"),
         (".", "a directory"), ("/proc/self/mem", ""),
         ("/proc/self/environ", "made up while it is read"),
         ("/proc/kmsg", ""), ("/proc/self/fd/999", "No such file"),
         ("a\0b", "cannot be read: embedded null byte"), ("\ud800", "surrogates not allowed"),
         ("", "No such file"), ("x" * 5_000, "File name too long")],
    )  # fmt: skip
    def test_what_is_no_regular_file(self, name: str, told: str) -> None:
        if not name.startswith(("/dev", "/proc")) or os.path.lexists(name):
            assert told in problem(read, name)

    def test_a_pipe_and_a_socket_do_not_make_it_wait(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        told = "cannot be read: no regular file, but a pipe; - reads standard input"
        assert problem(read, str(tmp_path / "pipe")) == told
        with socket.socket(socket.AF_UNIX) as ear:
            ear.bind(os.path.relpath(tmp_path / "s"))
            assert "cannot be read" in problem(read, str(tmp_path / "s"))

    def test_an_unreadable_file(self, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_bytes(b"x")
        path.chmod(0)
        if not os.access(path, os.R_OK):
            assert problem(read, str(path)) == "cannot be read: Permission denied"

    def test_nothing_stays_open(self, tmp_path: Path) -> None:
        opened = Path("/proc/self/fd")
        before = len([*opened.iterdir()]) if opened.exists() else 0
        for name in (str(tmp_path), "/dev/zero", "/proc/self/mem"):
            problem(read, name)
        assert before == (len([*opened.iterdir()]) if opened.exists() else 0)


class TestStandardInput:
    def given(self, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    def test_a_dash_can_be_read_more_than_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given(monkeypatch, b"x" * 100)
        assert "over 10 bytes" in problem(read, "-", 10)
        assert read("-", 100) == read("-", 200) == b"x" * 100
        self.given(monkeypatch, b"y")
        assert read("-") == b"y"

    def test_it_may_be_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        assert problem(read, "-") == "cannot be read: standard input is closed"
        self.given(monkeypatch, b"")
        sys.stdin.close()
        assert problem(read, "-") == "cannot be read: standard input is closed"


class TestText:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
    def test_utf_8_with_a_mark_and_without(self, encoding: str) -> None:
        assert text_of("a", "für 1 \u2212½".encode(encoding)) == "für 1 \u2212½"

    def test_utf_16_where_it_will_do(self) -> None:
        content = "für".encode("utf-16")
        assert text_of("a", content, utf_16=True) == "für"
        assert problem(text_of, "a", content) == "UTF-16 text; save it as UTF-8"
        told = "line 1: not UTF-16 text: byte 2 cannot be decoded; save it as UTF-8"
        assert problem(text_of, "a", content[:3], utf_16=True) == told

    @pytest.mark.parametrize(
        ("content", "told"),
        [(b"a\nb\xfcb", "line 2: not UTF-8 text: byte 3 cannot be decoded (in Windows-1252 it is"
          " 'ü'); save it as UTF-8"),
         (b"\xef\xbb\xbf\n\n\x81", "line 3: not UTF-8 text: byte 2 cannot be decoded; save it as"
          " UTF-8"),
         (b"\xed\xa0\x80", "line 1: not UTF-8 text: byte 0 cannot be decoded (in Windows-1252 it"
          " is 'í'); save it as UTF-8"),
         (b"\xc3", "line 1: not UTF-8 text: byte 0 cannot be decoded (in Windows-1252 it is 'Ã');"
          " save it as UTF-8"),
         ("ab".encode("utf-16-le"), "line 1: holds zero bytes: no text file, or not in UTF-8"),
         (b"a\n\0", "line 2: holds zero bytes: no text file, or not in UTF-8")],
    )  # fmt: skip
    def test_other_bytes_are_told_with_their_line(self, content: bytes, told: str) -> None:
        assert problem(text_of, "a", content) == told

    @given(content=st.binary(max_size=40), utf_16=st.booleans())
    def test_any_bytes(self, content: bytes, utf_16: bool) -> None:
        try:
            text = text_of("a", content, utf_16=utf_16)
        except DataError:
            return
        assert text.encode() == content.removeprefix(b"\xef\xbb\xbf") or utf_16


TOO_MUCH = {
    "a key of over 10 parts": [
        ".".join("a" * 11) + " = 1",
        ".".join("a" * 100_000) + " = 1",
        f"[{' . '.join('a' * 100_000)}]",
        "x = { " + "'a'." * 11 + "a = 1 }",
        "[[" + '"a b" . ' * 11 + "a]]",
        'a = """\n""""" # "\n' + "a." * 100_000 + "a = 1",
    ],
    "nested over 64 deep": [
        "a = " + "[" * 65 + "]" * 65,
        "a = " + "[" * 10_000,
        "a = " + "{a = " * 10_000,
        "a = [" + "'[', [" * 64,
    ],
    "a number or a key of over 1,000 characters": [
        "a = " + "9" * 1_001,
        "a = 0x" + "f" * 5_000,
        "a = -0b" + "1_0" * 5_000,
        "a = 0." + "3" * 5_000,
        "weights = [" + "9" * 5_000 + "]",
        "x" * 2_000 + " = 1",
    ],
    "over 1,500,000 values": [
        "a = [" + "1," * 1_500_000 + "]",
        "a = [" + "[]," * 800_000 + "]",
        "\n".join(f"a{n}.b = 1" for n in range(600_000)),
    ],
}
TOO_MUCH_JSON = {
    "nested over 64 deep": ["[" * 10_000 + "]" * 10_000, '{"a":' * 65 + "1" + "}" * 65],
    "a number or a key of over 1,000 characters": ["9" * 5_000, "[-1." + "0" * 5_000 + "]"],
    "over 1,500,000 values": ["[" + "1," * 1_500_000 + "1]", "[" + "{}," * 800_000 + "1]"],
    "the key 'a' is given twice": ['{"a": 1, "b": 2, "a": 1}', '[{"x": {"a": 1, "\\u0061": 2}}]'],
    "NaN is no number": ["NaN", '{"a": [NaN]}'],
    "Infinity is no number": ["Infinity"],
    "-Infinity is no number": ["-Infinity"],
    "half a character, like \\ud800": ['"\\ud800"', '{"\\uDFFF": 1}', '["\\udc00\\ud800"]'],
}


class TestToml:
    @pytest.mark.parametrize(
        ("told", "text"), [(told, text) for told, texts in TOO_MUCH.items() for text in texts]
    )
    def test_too_much_of_anything_is_refused(self, told: str, text: str) -> None:
        assert problem(toml_of, "a.toml", text) == f"not usable: {told}"

    @pytest.mark.parametrize(
        "text",
        [
            *('a = "' + "b." * 100_000 + '"', "a = '" + "[" * 100_000 + "'", "# " + "a." * 9_999),
            'a = """' + 'b.c.d.e.f.g.h.i.j.k.l.m "" \\""" ' * 100 + '""""" # x',
            "a = '''" + "b.c.d.e.f.g.h.i.j.k.l.m '' \n" * 100 + "'''''",
            '"' + "a." * 1_000 + '" = 1',
            "a = '\\' # " + "'" * 3 + "[" * 100,
            'a = "\\\\" # """' + "[" * 100,
            ".".join("a" * 10) + " = " + "[" * 62 + "]" * 62,
            "a = [" + "1.5, 1979-05-27T07:32:00.999999-07:00, " * 10_000 + "]",
            "\n".join(f"[[wagers]]\nwager = 'x{n}'\npays = '9 to 5'" for n in range(2_000)),
            "a = " + "9" * 1_000,
        ],
    )
    def test_nothing_that_is_only_text_or_usual_is(self, text: str) -> None:
        assert toml_of("a.toml", text) == tomllib.loads(text)

    def test_what_is_no_toml_is_told_with_its_line(self) -> None:
        assert "not TOML: Expected" in problem(toml_of, "a", "a = 1\nb")
        assert "(at line 1, column 5)" in problem(toml_of, "a", "a = x")

    @bounded
    @given(text=st.text("ab.[]{}=,#\"'\\\n 1", max_size=60))
    @example('a = """\\')
    @example('a = "\\')
    @example('a="""b""""#"""[')
    def test_small_documents_are_read_as_tomllib_reads_them(self, text: str) -> None:
        try:
            expected = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            problem(toml_of, "a", text)
            return
        assert toml_of("a", text) == expected


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('a."[', max_size=4), inner)
    ),
    max_leaves=20,
)  # fmt: skip


class TestJson:
    @pytest.mark.parametrize(
        ("told", "text"), [(told, text) for told, texts in TOO_MUCH_JSON.items() for text in texts]
    )
    def test_too_much_of_anything_is_refused(self, told: str, text: str) -> None:
        assert problem(json_of, "a.json", text) == f"not usable: {told}"

    @bounded
    @given(value=documents)
    @example(["[" * 999, '\\"[' * 1_000, "9" * 5_000, "\U0001f3b2", "\\ud800"])
    def test_documents_are_read_as_they_were_written(self, value: Any) -> None:
        for ascii_only in (True, False):
            assert json_of("a", json.dumps(value, ensure_ascii=ascii_only)) == value

    def test_a_float_may_stay_as_it_was_written(self) -> None:
        assert json_of("a", "[1.50, 1e999]", floats=str) == ["1.50", "1e999"]

    def test_what_is_no_json_is_told_with_its_line(self) -> None:
        assert problem(json_of, "a", "[1,\n}").startswith("not JSON: Expecting value: line 2")
        assert problem(json_of, "a", '"a\nb"').startswith("not JSON: Invalid control character")


PIECES = [
    *('"', "'", "\\", '\\"""', "[", "{", "a.", "a . ", "#", "a", "a\n", " ", "a=", "'a'.", "[a]\n"),
    *('"\n', '"""\\', "a" * 999 + "\n", "-", "'''", ".", "9", "{}", "[],", "{a=[", "[a.b.c.d]\n"),
]


@pytest.mark.slow
@pytest.mark.parametrize("reader", ["toml_of", "json_of"])
def test_no_document_takes_long(process: Callable[..., Any], reader: str) -> None:
    code = f"""
import json, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))
from oddscalc._exact.files import {reader}
from oddscalc.errors import DataError
for piece in json.loads(sys.argv[1]):
    for before in ("", "a = ", 'a = "', "a = ["):
        try:
            {reader}("a", before + piece * (200_000 // len(piece)))
        except DataError as error:
            assert str(error), piece
print("done")
"""
    ran = process("-c", code, json.dumps(PIECES))
    assert (ran.code, ran.out, ran.err) == (0, "done\n", "")


UNUSABLE: dict[str, bytes] = {
    "parts.toml": b"a." * 100_000 + b"a = 1",
    "header.toml": b"[" + b"a." * 100_000 + b"a]",
    "deep.toml": b"a = " + b"[" * 10_000 + b"]" * 10_000,
    "deep.json": b"[" * 10_000 + b"]" * 10_000,
    "digits.toml": b"weights = [0x" + b"f" * 5_000 + b"]",
    "digits.json": b'{"version": ' + b"9" * 5_000 + b"}",
    "half.json": b'{"rulebook": "\\ud800", "wagers": [{"wager": "\\ud800"}]}',
    "half.toml": b"a = '\xed\xa0\x80'",
    "zero.toml": b'a = "\0"',
    "zero.csv": b"wager,pays\n\0,\0",
    "utf-16.toml": 'a = "x'.encode("utf-16"),
    "nan.json": b'{"version": NaN}',
    "twice.json": b'{"wagers": [], "wagers": []}',
}
STRANGE: dict[str, bytes] = {
    "latin.csv": b"wager\nf\xfcr",
    "empty.csv": b"",
    "dates.toml": b"""rulebook = "us-pa"
id = 1979-05-27T07:32:00-08:00
weights = [1979-05-27T07:32:00-08:00]
effective = 1979-05-27T07:32:00-08:00
version = 07:32:00
[[wagers]]
wager = "Field"
pays = { 2 = 1979-05-27T07:32:00-08:00, 12 = 07:32:00, other = 1979-05-27 }
unit = 1979-05-27
[[bets]]
id = 1979-05-27T07:32:00-08:00
kind = 1979-05-27
[[prices]]
bets = ["field"]
pays = { 2 = 1979-05-27T07:32:00-08:00 }
[axes]
bet = [1979-05-27T07:32:00-08:00]
stake = [1979-05-27]
""",
    "whole.toml": b"""id = 0xNNN
weights = [0xNNN, -0xNNN]
version = 0xNNN
effective = -0xNNN
max_states = 0xNNN
[[wagers]]
bets = [0xNNN]
wager = "any-7"
pays = 0xNNN
unit = 0xNNN
maximum = -0xNNN
[[prices]]
pays = 0xNNN
[axes]
bet = ["pass"]
stake = [0xNNN]
""".replace(b"NNN", b"f" * 990),
    "zero.json": b'{"rulebook": "./\\u0000.toml", "wagers": [{"wager": "\\u0000"}]}',
    "utf-16.csv": "wager,pays\nany 7,4 to 1\n".encode("utf-16"),
}
NAMES = ["pipe.toml", "pipe.csv", "folder.toml", "link.toml", "memory.toml", "/dev/zero"]
COMMANDS = {
    "check": ["check", "{}"],
    "check as html": ["check", "{}", "--format", "html"],
    "check --against": ["check", "good.toml", "--against", "{}"],
    "check --rules-file": ["check", "--rules-file", "{}"],
    "edge": ["edge", "{}"],
    "edge --rules": ["edge", "pass", "--rules", "{}"],
    "edge --paytable": ["edge", "pass", "--paytable", "{}"],
    "edge --dice": ["edge", "pass", "--dice", "{}"],
    "portfolio": ["portfolio", "{}"],
    "plan": ["plan", "{}"],
    "verify": ["verify", "{}"],
    "sweep": ["sweep", "{}", "--out", "out.csv"],
    "diff": ["diff", "good.toml", "{}"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory with every file that no command can read, as the current one."""
    monkeypatch.chdir(tmp_path)
    for name, content in {**UNUSABLE, **STRANGE}.items():
        Path(name).write_bytes(content)
    Path("good.toml").write_text('rulebook = "us-pa"\n[[wagers]]\nwager = "Field"\n')
    Path("folder.toml").mkdir()
    Path("link.toml").symlink_to("/dev/zero")
    Path("memory.toml").symlink_to("/proc/self/mem")
    os.mkfifo("pipe.toml")
    os.mkfifo("pipe.csv")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_refuse_what_is_no_file(
    folder: Path, oddscalc: Callable[..., Any], command: str
) -> None:
    assert folder
    for name in [*UNUSABLE, *STRANGE, *NAMES]:
        ran = oddscalc(*(word.replace("{}", name) for word in COMMANDS[command]))
        assert ran.code in ((2,) if name not in STRANGE else (1, 2)), (name, ran)
        assert "Traceback" not in ran.err
        assert "defect" not in ran.err


@pytest.mark.slow
def test_commands_take_little_of_what_is_no_file(folder: Path, process: Callable[..., Any]) -> None:
    """Every command on every file in 20 s of one process, of at most 1 GB."""
    code = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))
from oddscalc._cli import run
commands, names = json.loads(sys.argv[1])
codes = []
for command in commands:
    for name in names:
        sys.argv = ["oddscalc", *(word.replace("{}", name) for word in command)]
        codes.append(run())
print("CODES", *set(codes))
"""
    assert folder
    names = [*UNUSABLE, *STRANGE, *NAMES]
    ran = process("-c", code, json.dumps([[*COMMANDS.values()], names]))
    assert ran.out.splitlines()[-1] in ("CODES 1 2", "CODES 2 1")


@pytest.mark.parametrize("command", slow_but(("check", "edge --paytable", "plan"), COMMANDS))
def test_standard_input_may_be_closed_or_without_end(folder: Path, command: str) -> None:
    assert folder
    words = [sys.executable, "-m", "oddscalc", *COMMANDS[command]]
    words = [word.replace("{}", "-") for word in words]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *words], capture_output=True, check=False
    )
    assert (closed.returncode, b"standard input is closed" in closed.stdout + closed.stderr) == (
        2,
        True,
    )
    with Path("/dev/zero").open("rb") as endless:
        zeros = subprocess.run(words, stdin=endless, capture_output=True, check=False)
    assert (zeros.returncode, b"over " in zeros.stdout + zeros.stderr) == (2, True)


GRID = b'[axes]\nbet = ["pass"]\n'
BETS = b"""[[bets]]
id = "yes-eleven"
name = "Yes 11"
source = "mine"
kind = "race"
rule = { win = "11", lose = "7" }
"""
LISTS = ["axes.rules", "axes.paytable", "axes.dice", "own_bets"]
SUBMISSIONS = {
    "toml": b'# mine\nrulebook = "us-pa"\n[[wagers]]\nwager = "Field"\n',
    "json": b'\xef\xbb\xbf {"rulebook": "us-pa", "wagers": [{"wager": "Field"}]}',
    "csv": b"rulebook,wager\nus-pa,Field\n",
    "csv with its separator": b"sep=;\nrulebook;wager\nus-pa;Field\n",
    "utf-16": "rulebook\twager\nus-pa\tField\n".encode("utf-16"),
}


@pytest.fixture
def piped(oddscalc: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a command with something in standard input."""

    def call(content: bytes, *words: str) -> Any:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return oddscalc(*words)

    return call


class TestDash:
    @pytest.mark.parametrize("form", SUBMISSIONS)
    def test_a_submission(self, piped: Callable[..., Any], tmp_path: Path, form: str) -> None:
        content = SUBMISSIONS[form]
        ran = piped(content, "check", "-", "--json")
        assert ran.code == 1
        (file,) = json.loads(ran.out)["files"]
        assert (file["file"], file["rulebook"]) == ("-", "us-pa")
        codes = {one["code"] for one in file["findings"]}
        assert codes >= {"missing-price", "not-offered"}
        assert not codes & {"malformed", "unreadable", "unknown-wager"}
        path = tmp_path / "other.toml"
        path.write_bytes(SUBMISSIONS["toml"])
        assert piped(content, "diff", "-", str(path)).code == 0

    def test_bets_rules_prices_and_dice(self, piped: Callable[..., Any]) -> None:
        assert "1/2" in piped(BETS, "edge", "-", "--pays", "win=1 to 1").out
        assert "weights sum to 36" in piped(b"1 " * 36, "edge", "pass", "--dice", "-").err
        fair = piped(b"1/36 " * 36, "edge", "pass", "--dice", "-").out
        table = b"weights = [" + b"'1/36'," * 36 + b"]"
        assert fair == piped(table, "edge", "pass", "--dice", "-").out
        assert "7/495" in fair
        assert "x: there is no such key" in piped(b"x = 1", "edge", "pass", "--rules", "-").err
        assert "x: there is no such key" in piped(b"x = 1", "edge", "pass", "--paytable", "-").err

    def test_nothing_of_it_is_kept(self, piped: Callable[..., Any]) -> None:
        assert "7/495" in piped(b"1/36 " * 36, "edge", "pass", "--dice", "-").out
        assert piped(b"1 " * 36, "edge", "pass", "--dice", "-").code == 2

    def test_a_grid_and_a_certificate(self, piped: Callable[..., Any], tmp_path: Path) -> None:
        out, proof = tmp_path / "out.csv", tmp_path / "proof.json"
        assert piped(GRID, "sweep", "-", "--out", str(out)).code == 0
        assert "standard,pass" in out.read_text()
        piped(b"", "edge", "pass", "--certificate", str(proof))
        assert "-: proven" in piped(proof.read_bytes(), "verify", "-").out

    @pytest.mark.parametrize(
        "words", [["check"], ["sweep", "--out", "o.csv"], ["plan"], ["check", "--rules-file"]]
    )
    @pytest.mark.parametrize("key", ["rulebook", "paytable", *LISTS])
    def test_a_file_cannot_name_it(
        self, piped: Callable[..., Any], tmp_path: Path, words: list[str], key: str
    ) -> None:
        path = tmp_path / "a.toml"
        path.write_text(f'{key} = ["-"]\n' if key in LISTS else f'{key} = "-"\n')
        ran = piped(b"\0", *words, str(path))
        assert ran.code in (1, 2)
        assert "zero bytes" not in ran.out + ran.err
