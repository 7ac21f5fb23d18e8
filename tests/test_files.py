"""Files from outside: whatever is named or written ends as content or as a DataError, soon."""

from __future__ import annotations

import io
import json
import os
import socket
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
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
