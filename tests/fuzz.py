"""Fuzzing of every reader: whatever is written, it ends as content or as an error for people.

    python tests/fuzz.py 1000000 --seed 7      so many inputs, over all readers
    python tests/fuzz.py 1000 --reader plan    of one reader

An input is a small file of ``tests/cases/fuzz`` with a few bytes, words or lines changed. What
escapes as another exception than an ``OddscalcError``, or takes more than its processor time, is
printed and kept in the folder that --keep names. Exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from oddscalc._checking.lines import Limits
from oddscalc._checking.run import check_file, lint_file
from oddscalc._dice.dice import parse_dice
from oddscalc._exact.budget import limited
from oddscalc._face.ask import ask
from oddscalc._face.observe import observe
from oddscalc._face.plan import plan
from oddscalc._face.verify import verify
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import shipped
from oddscalc._sweeps import grids
from oddscalc.errors import LimitError, OddscalcError

CORPUS = Path(__file__).parent / "cases" / "fuzz"
SECONDS = 20
STATES = 2_000


def _check(path: str) -> None:
    assert check_file(path, None, Limits(max_states=STATES)) is not None


def _rulebook(path: str) -> None:
    lint_file(path, Limits(max_states=STATES))


def _bets(path: str) -> None:
    userfiles.bets(path, shipped("standard"))


def _paytable(path: str) -> None:
    userfiles.paytable(path, shipped("standard").catalogue)


def _plan(path: str) -> None:
    plan(path, max_states=STATES)


def _questions(path: str) -> None:
    for line in Path(path).read_bytes().decode("utf-8", "surrogateescape").splitlines()[:20]:
        answer = ask(line)
        assert "defect" not in str(answer.get("error", "")) if isinstance(answer, dict) else True


READERS: dict[str, tuple[Callable[[str], Any], tuple[str, ...]]] = {
    "submission": (_check, ("submission.toml", "submission.csv", "submission.json")),
    "rulebook": (_rulebook, ("rulebook.toml",)),
    "bets": (_bets, ("bets.toml",)),
    "paytable": (_paytable, ("paytable.toml",)),
    "portfolio": (userfiles.portfolio, ("portfolio.toml",)),
    "grid": (grids.read, ("grid.toml",)),
    "plan": (_plan, ("plan.toml",)),
    "weights": (parse_dice, ("weights.txt",)),
    "certificate": (verify, ("certificate.json",)),
    "observed": (observe, ("rolls.csv", "results.csv")),
    "questions": (_questions, ("questions.jsonl",)),
}
"""What reads each kind of file, and the files that are changed."""

WORDS = [
    *(b"0", b"-1", b"1/0", b"9" * 1_001, b"1e999", b"0x" + b"f" * 999, b"nan", b"inf", b"-0.0"),
    *(b"1979-05-27T07:32:00-08:00", b"true", b"null", b"[]", b"{}", b'""', b"''", b'"', b"'''"),
    *(b"[[", b"[" * 80, b"{a=" * 80, b"a.b.c.d.e.f.g.h.i.j.k", b"\xff\xfe", b"\xef\xbb\xbf"),
    *(b"\0", b"\x1b[31m", "\u202e".encode(), "\u00bd".encode(), "\u0661".encode(), b"\\ud800"),
    *(b"..", b"2..12", b"12..2", b"rest", b"all", b"7", b"13", b"pass", b"place-7", b"PASS LINE"),
    *(b"30", b"30 to 1", b"30 for 1", b"1/3 to 1", b"true odds", b"half the stake back", b"100x"),
    *(b"-", b"/dev/zero", b"/dev/stdin", b"../../etc/passwd", b"./mine.toml", b"seven-out"),
    *(b"\n", b"\r", b",", b";", b"=", b"#", b"%", b"$", b"\t", b"impossible = 'x'\n", b"win"),
]


def mutated(content: bytes, random: Random) -> bytes:
    """Return *content* with one to four changes."""
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(content) + 1)
        to = min(len(content), at + random.choice([0, 1, 1, 3, 10, 40]))
        how = random.randrange(5)
        if how == 0:
            content = content[:at] + bytes([random.randrange(256)]) + content[to:]
        elif how == 1:
            content = content[:at] + content[to:]
        elif how == 2:
            content = content[:at] + random.choice(WORDS) + content[to:]
        elif how == 3:
            lines = content.split(b"\n")
            lines.insert(random.randrange(len(lines) + 1), random.choice(lines))
            content = b"\n".join(lines)
        else:
            words = content.split(b'"')
            if len(words) > 2:
                words[random.randrange(1, len(words), 2)] = random.choice(WORDS)
            content = b'"'.join(words)
    return content


def failure(reader: str, name: str, content: bytes, folder: Path) -> str:
    """Return what is wrong with how a reader takes *content*; nothing if it takes it well."""
    read, _ = READERS[reader]
    path = folder / name
    path.write_bytes(content)
    try:
        with limited(SECONDS):
            read(str(path))
    except LimitError as error:
        return str(error) if error.code == "too-long" else ""
    except OddscalcError:
        return ""
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return repr(error)
    return ""


def failures(inputs: int, seed: int, readers: list[str]) -> list[tuple[str, str, bytes, str]]:
    """Return each input that a reader does not take well: reader, file, content, what is wrong."""
    random, found = Random(seed), []
    with tempfile.TemporaryDirectory() as name:
        for number in range(inputs):
            reader = readers[number % len(readers)]
            file = random.choice(READERS[reader][1])
            content = mutated((CORPUS / file).read_bytes(), random)
            if wrong := failure(reader, file, content, Path(name)):
                found.append((reader, file, content, wrong))
    return found


def main() -> int:
    """Fuzz as the command line asks."""
    parser = argparse.ArgumentParser(description="Fuzz every reader.")
    parser.add_argument("inputs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reader", choices=list(READERS))
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    found = failures(asked.inputs, asked.seed, [asked.reader] if asked.reader else list(READERS))
    for number, (reader, file, content, wrong) in enumerate(found):
        sys.stdout.write(f"{reader} {file}: {wrong[:300]}" + "\n")
        if asked.keep is not None:
            asked.keep.mkdir(exist_ok=True)
            (asked.keep / f"{number}-{file}").write_bytes(content)
    sys.stdout.write(f"{asked.inputs} inputs, {len(found)} not taken well" + "\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
