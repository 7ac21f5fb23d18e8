"""The time that a question may take: it ends with a message that says how far the work came."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import Ran

from oddscalc._cli import output
from oddscalc._exact import budget
from oddscalc._exact.budget import anew, at, limited
from oddscalc.errors import LimitError

Run = Callable[..., Ran]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A processor time that only passes when the test says so, looked at in ``at`` alone."""
    now = [0.0]
    monkeypatch.setattr(budget, "_INTERRUPTS", False)
    monkeypatch.setattr(budget.time, "process_time", lambda: now[0])
    return iter([now])


def work(now: list[float], seconds: float) -> None:
    now[0] += seconds
    at("exploring states", 84_000)


def test_work_is_stopped_and_says_how_far_it_came(clock: Iterator[list[float]]) -> None:
    now = next(clock)

    def long() -> None:
        with limited(5):
            work(now, 4)
            work(now, 2)

    with pytest.raises(LimitError) as caught:
        long()
    assert caught.value.code == "too-long"
    assert str(caught.value) == (
        "stopped after 5 seconds of processor time while exploring states (84,000);"
        " --seconds N gives it more, --seconds 0 any"
    )


def test_no_limit_and_no_budget(clock: Iterator[list[float]]) -> None:
    now = next(clock)
    with limited(0):
        work(now, 1_000)
    work(now, 1_000)


def test_what_catches_the_errors_of_a_part_does_not_go_on(clock: Iterator[list[float]]) -> None:
    now, parts = next(clock), list[int]()

    def several() -> None:
        for part in range(10):
            with suppress(Exception):
                parts.append(part)
                work(now, 3)

    with pytest.raises(LimitError), limited(5):
        several()
    assert parts == [0, 1]


def test_each_part_has_as_much_time(clock: Iterator[list[float]]) -> None:
    now, stopped = next(clock), 0
    with limited(5):
        for seconds in (4, 4, 6, 4):
            try:
                with anew():
                    work(now, seconds)
            except LimitError:
                stopped += 1
        work(now, 1)
    assert stopped == 1


def test_what_comes_after_the_parts_has_a_third_at_least(clock: Iterator[list[float]]) -> None:
    now = next(clock)

    def parts(after: float) -> None:
        with limited(6):
            for _ in range(3):
                with anew():
                    work(now, 5)
            work(now, after)

    parts(2)
    with pytest.raises(LimitError):
        parts(3)


def test_too_little_memory_is_no_defect() -> None:
    def vast() -> None:
        at("exploring states", 1)
        raise MemoryError

    with pytest.raises(LimitError, match="not enough memory for this, exploring"), limited(5):
        vast()


def test_the_place_of_the_work_is_told(clock: Iterator[list[float]]) -> None:
    now, told = next(clock), list[str]()
    with limited(5, told.append):
        work(now, 1)
        at("solving", 1, 3)
        at("printing")
    assert told == ["exploring states (84,000)", "solving (1 of 3)", "printing"]


@pytest.mark.slow
def test_a_command_is_stopped_by_processor_time(process: Run, tmp_path: Path) -> None:
    many = tmp_path / "many.csv"
    rows = (f"us-ma,w {n} x,1 to 1\n" for n in range(40_000))
    many.write_text("rulebook,wager,pays\n" + "".join(rows))
    ran = process("-m", "oddscalc", "check", str(many), "--seconds", "1")
    assert ran.code == 2
    assert "stopped after 1 seconds of processor time" in " ".join(ran.out.split())


def test_where_work_stands_is_wiped_off_before_the_result(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "_bars", [])
    monkeypatch.setattr(output.sys.stderr, "isatty", lambda: True, raising=False)
    show = output.standing()
    assert show is not None
    show("exploring states (84,000)")
    output.emit("Pass Line")
    show("printing")
    captured = capsys.readouterr()
    assert captured.out == "Pass Line\n"
    assert captured.err == f"\r{'exploring states (84,000)':78}\r\r{'':78}\r"


@pytest.mark.slow
def test_the_pages_of_ones_own_rulebook_are_stopped_too(process: Run, tmp_path: Path) -> None:
    bets = tmp_path / "long.toml"
    bets.write_text(
        '[[bets]]\nid = "long"\nname = "Long"\nkind = "repeat"\nsource = "a test"\n'
        'rule = { count = "pass-wins", times = 9000, until = "seven-out" }\n'
    )
    out = str(tmp_path / "site")
    ran = process("-m", "oddscalc", "site", "--bets", str(bets), "--out", out, "--seconds", "1")
    assert ran.code == 2
    assert "stopped after 1 seconds of processor time while" in " ".join(ran.err.split())
