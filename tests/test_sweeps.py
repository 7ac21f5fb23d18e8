"""Sweeps: rows against single questions and closed forms, interruptions, workers, bad input."""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import Ran, slow, slow_but

import oddscalc as package
from oddscalc._chain.store import key_of
from oddscalc._dice.dice import parse_dice
from oddscalc._exact import budget
from oddscalc._show.words.contract import answer_object
from oddscalc._show.words.edge import answer_headers
from oddscalc._sweeps import answering, cluster, gridfile, grids, processes, results, workload
from oddscalc._sweeps.rendering import bets_header
from oddscalc._sweeps.results import Results, Task, state_path
from oddscalc._sweeps.work import Batch, Engine, header, serial
from oddscalc._sweeps.workload import Slice, Workload
from oddscalc.errors import DataError, OddscalcError

Run = Callable[..., Ran]
Written = Callable[..., Path]

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "sweeps").glob("*.toml"))

MIXED = """
own_bets = ["own.toml"]
max_states = 5000

[axes]
rules = ["standard", "us-ma", "mine.toml"]
bet = ["pass", "dont-pass", "buy-4", "twelve-first", "horn"]
reading = ["default", "stays"]
dice = ["fair", "srr=7"]
odds = ["default", "345x"]
vig = ["default", "5% of win, when won, rounded down to 1"]
rounding = ["default"]
stake = ["default", 7]

[[points]]
rules = "us-pa"
bet = "place-6"
from = 6
working = "off"

[[points]]
bet = "horn"
key = "craps-12"
stake = "2.5"
unit = "1/2"
rounding = "down"

[[points]]
bet = "buy-4"
paytable = "prices.toml"
vig = "none"

[[points]]
bet = "pass"
dice = "dice.csv"

[[points]]
bet = "fire"
pays = ["4=24 to 1", "5=249 to 1", "6=1000 for 1"]

[[points]]
bet = "any-7"
pays = "win=5 for 1"

[[points]]
bet = "any-7"
pays = "hard=5 for 1"

[[points]]
bet = "hot-roller"
rules = "us-ma"

[[points]]
bet = "place-7"
rules = "lc"

[[points]]
bet = "come"
from = "come-out"

[[points]]
bet = "place-6"
dice = "1,0,0,0,0,0"

[[points]]
bet = "all-tall"
stake = 5
rounding = "refuse"
unit = 2
"""
OWN = """
[[bets]]
id = "twelve-first"
name = "A 12 before two 7s in a row"
kind = "sequence"
source = "an old puzzle"
rule = { win = ["12"], lose = ["7", "7"] }
"""
MINE = """
id = "mine"
title = "Mine"
jurisdiction = "here"
authority = "me"
edition = "1"
as_of = "2026-01-01"
source = "me"
status = "made up"
rounding = "down"

[[wagers]]
bets = ["pass", "dont-pass"]
clause = "1"
names = ["Line"]
when = "come-out"

[[wagers]]
bets = ["place-6"]
clause = "2"
names = ["Place 6"]
when = "any"
"""
PRICES = """
id = "prices"
title = "Prices"
source = "me"
status = "made up"
base = "customary"

[[prices]]
bets = ["buy-4"]
pays = "39 to 20"
source = "me"
status = "made up"
"""
DICE = "1/72, 3/72, " + ", ".join(["1/36"] * 34) + "\n"


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a grid file, and beside it the files that some grids name."""

    def write(text: str, name: str = "grid.toml") -> Path:
        (tmp_path / "dice.csv").write_text(DICE, encoding="utf-8")
        for other, content in (("own", OWN), ("mine", MINE), ("prices", PRICES)):
            (tmp_path / f"{other}.toml").write_text(content, encoding="utf-8")
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


def text_of(grid: Path, form: str, engine: Engine = serial, part: Slice | None = None) -> str:
    """Return what a sweep that is not interrupted writes."""
    found = grids.read(str(grid))
    points = (part or Slice()).points(len(found))
    first = part is None or part.number == 1
    return (header(found, form) if first else "") + "".join(
        batch.text for batch in engine(found, form, points)
    )


@cache
def rows_of_example(path: Path) -> list[dict[str, str]]:
    return csv_rows(text_of(path, "csv"))


def csv_rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def fraction(row: dict[str, str], name: str) -> Fraction:
    return Fraction(int(row[f"{name}_num"]), int(row[f"{name}_den"]))


# --- rows against single questions, closed forms and the published tables


def asked_alone(asked: dict[str, Any], folder: Path, most: int) -> list[Any]:
    """Return the JSON objects, or the message, of the same question to ``oddscalc.edge``."""
    names = {"from": "from_", "rounding": "round"}
    options = {names.get(name, name): value for name, value in asked.items() if value is not None}
    bets = [options.pop("bet")]
    for name in ("rules", "paytable"):
        if options.get(name, "").endswith(".toml"):
            options[name] = str(folder / options[name])
    if options["dice"].endswith(".csv"):
        options["dice"] = str(folder / options["dice"])
    options["dice"] = parse_dice(options["dice"])
    if bets == ["twelve-first"]:
        bets = [str(folder / "own.toml")]
    try:
        return [answer_object(one) for one in package.edges(*bets, **options, max_states=most)]
    except OddscalcError as error:
        return [" ".join(str(error).split())]


@pytest.mark.slow
def test_every_row_is_what_edge_answers_to_the_same(written: Written, tmp_path: Path) -> None:
    lines = text_of(written(MIXED), "jsonl").splitlines()
    rows = [json.loads(line) for line in lines]
    answered = failed = 0
    for _, group in itertools.groupby(rows, key=lambda row: row["point"]):
        of_point = list(group)
        expected = asked_alone(of_point[0]["asked"], tmp_path, 5_000)
        if of_point[0]["error"] is None:
            for row in of_point:
                assert (row.pop("error"), row.pop("point") > 0) == (None, True)
                assert row.pop("asked")
                assert row.pop("schema") == "sweep/1"
            assert of_point == expected
            answered += 1
        else:
            assert {row["error"] for row in of_point} == set(expected)
            failed += 1
    assert min(answered, failed) > 80


def test_a_grid_takes_own_bets_rulebooks_and_paytables(written: Written) -> None:
    """The old puzzle; and 39 to 20 on a 4, which wins 1 of 3."""
    grid = """
    own_bets = ["own.toml"]
    [axes]
    rules = ["standard", "mine.toml"]
    bet = ["twelve-first", "buy-4"]
    paytable = ["prices.toml"]
    vig = ["none"]
    """
    first, bought, again, refused = csv_rows(text_of(written(grid), "csv"))
    assert fraction(first, "win") == fraction(again, "win") == Fraction(7, 13)
    assert fraction(bought, "edge_per_bet_made") == Fraction(2, 3) - Fraction(39, 20) / 3
    assert (bought["rules"], bought["paytable"]) == ("standard", "prices")
    assert refused["error"].startswith("mine does not authorise buy-4")


@pytest.mark.slow
def test_rounded_place_bets_are_the_closed_form() -> None:
    """Place 6 at stake s, floored: win 5/11 of floor(7s/6), lose 6/11 of s."""
    rows = rows_of_example(ROOT / "examples" / "sweeps" / "breakage.toml")
    rolls = {"standard": Fraction(36, 11), "us-pa": Fraction(1815516, 351461)}
    seen = 0
    for row in rows:
        if (row["bet"], row["asked_rounding"]) == ("place-6", "down"):
            stake = int(row["asked_stake_num"])
            lost = Fraction(6 * stake - 5 * (7 * stake // 6), 11 * stake)
            assert fraction(row, "edge_per_bet_made") == lost
            assert fraction(row, "expected_value") == -lost
            assert fraction(row, "edge_per_roll") == lost / rolls[row["rules"]]
            seen += 1
    assert seen == 2 * (60 + 17)


def test_csv_has_the_columns_and_the_cells_of_the_published_tables(written: Written) -> None:
    text = text_of(written('[axes]\nbet = ["pass", "hard-8", "fire"]\n'), "csv")
    columns = text.splitlines()[0].split(",")
    assert columns[-len(answer_headers()) - 1 :] == [*answer_headers(), "error"]
    with (ROOT / "tables" / "standard-at-customary.csv").open(encoding="ascii") as file:
        published = {row["bet"]: row for row in csv.DictReader(file)}
    for row in csv_rows(text):
        assert row["error"] == ""
        assert {name: row[name] for name in answer_headers()} == {
            name: published[row["bet"]][name] for name in answer_headers()
        }


def test_a_row_without_an_answer_says_what_was_asked_and_why(written: Written) -> None:
    grid = written('[axes]\nrules = ["us-ma"]\nbet = ["buy-4"]\nstake = ["5/2"]\n')
    (row,) = csv_rows(text_of(grid, "csv"))
    assert row["error"].startswith("us-ma does not authorise buy-4")
    assert (row["point"], row["asked_bet"], row["asked_rules"]) == ("1", "buy-4", "us-ma")
    assert (row["asked_stake_num"], row["asked_stake_den"]) == ("5", "2")
    assert row["win_num"] == row["edge_per_roll_decimal"] == ""
    (line,) = text_of(grid, "jsonl").splitlines()
    assert json.loads(line)["error"] == row["error"]
    assert json.loads(line)["asked"]["stake"] == "5/2"


def test_a_reading_that_cannot_be_answered_has_a_row_of_its_own(written: Written) -> None:
    """A stake of 1 on a 4 at 9 to 5 cannot be paid; the bet and the reading are told."""
    grid = written('[axes]\nbet = ["place-4"]\nrounding = ["refuse"]\nstake = [1, 5]\n')
    refused, paid = csv_rows(text_of(grid, "csv"))
    assert (refused["bet"], refused["reading"], refused["rules"]) == (
        "place-4",
        "usual",
        "standard",
    )
    assert refused["error"] == (
        "a stake of 1 cannot be paid: place-4 (win) wins 9/5, which is no multiple of 1"
    )
    assert (paid["error"], fraction(paid, "edge_per_bet_made")) == ("", Fraction(1, 15))


# --- the points and their order

ORDER = """
[axes]
rules = ["standard", "us-pa"]
bet = ["place-6", "place-8"]
reading = ["usual"]
dice = ["fair", "srr=7"]
from = ["on", 4]
working = ["on", "off"]
odds = ["default"]
paytable = ["customary", "massino"]
pays = [[], "win=1 to 1"]
vig = ["default", "none"]
key = ["default"]
unit = [1, 2]
rounding = ["down", "up"]
stake = ["6..18 by 6", "2.5"]

[[points]]
bet = "field"
"""


SMALL = """
[axes]
bet = ["place-6", "dont-pass", "field"]
rules = ["us-ma", "us-pa"]
dice = ["fair", "srr=7"]
rounding = ["down"]
stake = ["1..20"]

[[points]]
bet = "whirl"
"""


def test_the_last_axis_varies_fastest_in_the_documented_order(written: Written) -> None:
    found = gridfile.read(str(written(ORDER)))
    stakes = ["6", "12", "18", "5/2"]
    expected = itertools.product(
        ["standard", "us-pa"], ["place-6", "place-8"], ["usual"], ["fair", "srr=7"], ["on", "4"],
        ["on", "off"], [None], ["customary", "massino"], [None, ("win=1 to 1",)], [None, "none"],
        [None], ["1", "2"], ["down", "up"], stakes,
    )  # fmt: skip
    points = [found.point(number) for number in range(len(found))]
    assert [tuple(point.asked().values()) for point in points[:-1]] == list(expected)
    assert points[-1].asked()["bet"] == "field"
    documented = (
        "rules bet reading dice from working odds paytable pays vig key unit rounding stake"
    )
    assert list(points[0].asked()) == documented.split()


@pytest.mark.parametrize("alike", [1, 3, 60, 200, 201, 700])
def test_chunks_are_bounded_and_part_no_chain_that_fits(written: Written, alike: int) -> None:
    grid = (
        '[axes]\nbet = ["pass", "place-6", "field", "any-7"]\nrounding = ["down", "up", "nearest"]'
    )
    found = gridfile.read(
        str(written(f'{grid}\nstake = ["1..{alike}"]\n[[points]]\nbet = "whirl"'))
    )
    for start, stop in ((0, len(found)), (5, len(found) - 3), (len(found), len(found))):
        chunks = list(found.chunks(start, stop))
        assert [number for chunk in chunks for number in chunk] == list(range(start, stop))
        for chunk in chunks:
            chains = {found.point(number).bet for number in chunk}
            assert len(chunk) <= workload.CHUNK_POINTS
            assert len(chains) <= workload.CHUNK_CHAINS
        if 3 * alike <= workload.CHUNK_POINTS:
            homes = [{found.point(number).bet for number in chunk} for chunk in chunks]
            assert sum(map(len, homes)) == len(set().union(*homes)) if homes else start == stop


def test_a_chain_is_solved_once_for_all_points_that_share_it(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved: list[str] = []
    solve = answering.solve_model

    def counted(model: Any, odds: Any) -> Any:
        solved.append(f"{model.bet.id} {model.reading.name} {odds is not None}")
        return solve(model, odds)

    monkeypatch.setattr(answering, "solve_model", counted)
    grid = """
    [axes]
    rules = ["us-ma"]
    bet = ["dont-pass", "field"]
    odds = ["default", "2x", "345x"]
    paytable = ["customary", "massino"]
    stake = ["1..100"]
    """
    rows = csv_rows(text_of(written(grid), "csv"))
    assert len(rows) == 3 * 2 * 100 * 3
    assert sorted(solved) == [
        *(
            f"dont-pass {reading} {odds}"
            for reading in ("returned", "stays")
            for odds in (False, True)
        ),
        *(f"field usual {odds}" for odds in (False, True)),
    ]


def test_parts_differ_by_one_point_at_most_and_are_all() -> None:
    for count, of in ((10, 3), (3, 10), (0, 2), (1_000, 7)):
        parts = [Slice(number, of).points(count) for number in range(1, of + 1)]
        assert [number for part in parts for number in part] == list(range(count))
        assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("form", ["csv", slow("jsonl")])
def test_parts_are_joined_by_writing_them_one_after_the_other(
    oddscalc: Run, tmp_path: Path, form: str
) -> None:
    grid = str(ROOT / "examples" / "sweeps" / "come-out.toml")
    assert oddscalc("sweep", grid, "--out", str(tmp_path / f"all.{form}")).code == 0
    joined = b""
    for number in range(1, 8):
        out = tmp_path / f"{number}.{form}"
        assert oddscalc("sweep", grid, "--out", str(out), "--part", f"{number}/7").code == 0
        joined += out.read_bytes()
    assert joined == (tmp_path / f"all.{form}").read_bytes()


# --- interruptions

LONG = """
[axes]
rules = ["standard", "us-ma"]
bet = ["fire", "pass", "horn", "place-6", "hot-roller"]
rounding = ["down"]
stake = ["1..60"]
"""


def batches_of(found: Workload, form: str = "csv") -> list[Batch]:
    return list(serial(found, form, range(len(found))))


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


@pytest.mark.parametrize("seconds", [0, 1_000])
@pytest.mark.parametrize(
    "garbage", [slow(b""), slow(b"1,standard,pa"), b"whole lines\nand half a", slow(b"\0" * 9_999)]
)
def test_being_killed_at_any_moment_loses_and_doubles_nothing(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int, garbage: bytes
) -> None:
    """What is on the disk at each step is kept, as SIGKILL leaves it, and then gone on with."""
    monkeypatch.setattr(results, "_SECONDS", seconds)
    monkeypatch.setattr(workload, "CHUNK_POINTS", 30)
    found = gridfile.read(str(written(SMALL)))
    batches = batches_of(found)
    whole = bets_header("csv") + "".join(batch.text for batch in batches)
    task = Task(found.digest, "program", "csv", "1/1")
    out, copy = tmp_path / "a.csv", tmp_path / "copy.csv"
    moments: dict[tuple[bytes | None, bytes | None], None] = {}
    synced = os.fsync

    def keep(descriptor: int) -> None:
        moments[content(out), content(state_path(out))] = None
        synced(descriptor)
        moments[content(out), content(state_path(out))] = None

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", keep)
        with Results(out, task, bets_header("csv")) as file:
            for batch in batches:
                file.append(batch)
                moments[content(out), content(state_path(out))] = None
    assert out.read_text() == whole
    assert len(moments) > (2 * len(batches) if seconds == 0 else len(batches))
    for lines, state in moments:
        copy.write_bytes((lines or b"") + (garbage if state else b""))
        state_path(copy).unlink(missing_ok=True)
        if state is not None:
            state_path(copy).write_bytes(state)
        with Results(copy, task, bets_header("csv")) as again:
            for batch in batches:
                if batch.points.start >= again.state.points:
                    again.append(batch)
        assert copy.read_text() == whole
        assert again.state.points == len(found)
        assert again.state.rows == whole.count("\n") - 1


@pytest.mark.parametrize("moment", slow_but((1, 8, 15), range(1, 16)))
def test_an_interruption_inside_of_writing_loses_and_doubles_nothing(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Ctrl-C may come between any two steps, here before and after the state is made."""
    monkeypatch.setattr(workload, "CHUNK_POINTS", 30)
    found = gridfile.read(str(written(SMALL)))
    batches = batches_of(found)
    task, out = Task(found.digest, "program", "csv", "1/1"), tmp_path / "a.csv"
    calls = itertools.count(1)

    def interrupted(state: Any, **changes: Any) -> Any:
        new = dataclasses.replace(state, **changes)
        if next(calls) == moment:
            raise KeyboardInterrupt
        return new

    def write() -> None:
        with Results(out, task, bets_header("csv")) as file:
            for batch in batches:
                if batch.points.start >= file.state.points:
                    file.append(batch)

    with monkeypatch.context() as patch:
        patch.setattr(results, "replace", interrupted)
        with suppress(KeyboardInterrupt):
            write()
    write()
    assert out.read_text() == bets_header("csv") + "".join(batch.text for batch in batches)


class Sweep:
    """A sweep in a process of its own."""

    def __init__(self, *arguments: str, folder: Path = ROOT) -> None:
        command = [sys.executable, "-m", "oddscalc", "sweep", *arguments]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder)

    def wait_until(self, out: Path, size: int) -> bool:
        """Return whether *out* has reached *size* while the sweep was running."""
        while self.process.poll() is None:
            if out.exists() and out.stat().st_size >= size:
                return True
            time.sleep(0.01)
        return False

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def end(self) -> Ran:
        _, err = self.process.communicate(timeout=120)
        return Ran(self.process.returncode, "", err)


def lives(pid: int) -> bool:
    psutil = pytest.importorskip("psutil")
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def workers_of(sweep: Sweep) -> list[Any]:
    """Return the worker processes; the tracker of multiprocessing is none of them."""
    psutil = pytest.importorskip("psutil")
    found = []
    for child in psutil.Process(sweep.process.pid).children(recursive=True):
        with suppress(psutil.Error):  # it has just ended
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """A grid of 600 points, and the rows of a run that nothing interrupts."""
    grid = tmp_path_factory.mktemp("uninterrupted") / "grid.toml"
    grid.write_text(LONG, encoding="utf-8")
    return str(grid), text_of(grid, "csv").encode()


@pytest.mark.slow
def test_a_sweep_killed_at_random_moments_goes_on_byte_for_byte(
    uninterrupted: tuple[str, bytes], tmp_path: Path
) -> None:
    """Two workers; ``nox -s kills`` kills a hundred times, this a few."""
    grid, whole = uninterrupted
    random = Random(18)
    kills, goal = 0, int(os.environ.get("ODDSCALC_KILLS", "4"))
    while kills < goal:
        out = tmp_path / f"{kills}.csv"
        while kills < goal:
            sweep = Sweep(grid, "--out", str(out), "--workers", "2")
            with suppress(subprocess.TimeoutExpired):
                sweep.process.wait(random.uniform(0.1, 4))
            if sweep.process.poll() is not None:
                sweep.end()
                break
            sweep.kill()
            kills += 1
            state = results._state(state_path(out))
            assert state is None or whole.startswith(out.read_bytes()[: state.bytes])
        assert Sweep(grid, "--out", str(out), "--workers", "2").end().code == 0
        assert out.read_bytes() == whole


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.slow
def test_a_sweep_killed_again_and_again_writes_the_same_bytes(
    uninterrupted: tuple[str, bytes], tmp_path: Path, workers: str
) -> None:
    grid, whole = uninterrupted
    out = tmp_path / "out.csv"
    for part in (0, 1, 40, 85):
        sweep = Sweep(grid, "--out", str(out), "--workers", workers)
        while not sweep.wait_until(out, len(whole) * part // 100):
            sweep.end()  # it was quicker than this test: once more, from the beginning
            out.unlink()
            state_path(out).unlink()
            sweep = Sweep(grid, "--out", str(out), "--workers", workers)
        children = [one.pid for one in workers_of(sweep)]
        sweep.kill()
        for _ in range(100):
            if not any(map(lives, children)):
                break
            time.sleep(0.1)
        assert not any(map(lives, children)), "workers outlive a sweep that was killed"
        state = results._state(state_path(out))
        assert state is None or whole.startswith(out.read_bytes()[: state.bytes])
    assert Sweep(grid, "--out", str(out), "--workers", workers).end().code == 0
    assert out.read_bytes() == whole
    again = Sweep(grid, "--out", str(out)).end()
    assert "going on after 600 of 600 points" in again.err
    assert out.read_bytes() == whole


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_no_row(uninterrupted: tuple[str, bytes]) -> None:
    import multiprocessing

    grid, whole = uninterrupted
    found = gridfile.read(grid)
    batches = processes.processes(found, "csv", range(len(found)), 2)
    had = [next(batches)]
    multiprocessing.active_children()[0].kill()
    had.extend(batches)
    assert had == batches_of(found)
    assert "".join(one.text for one in had).encode() in whole


@pytest.mark.slow
def test_workers_that_are_killed_at_once_every_time_end_the_sweep(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_begin", os.abort)
    found = gridfile.read(str(written(SMALL)))
    with pytest.raises(DataError, match="from point 1: workers were killed 3 times in a row"):
        list(processes.processes(found, "csv", range(len(found)), 2))


@pytest.mark.slow
def test_processes_give_the_rows_in_order(written: Written) -> None:
    grid = written(SMALL)
    found = gridfile.read(str(grid))
    points = range(3, len(found))
    assert list(processes.processes(found, "csv", points, 2)) == list(serial(found, "csv", points))


@pytest.mark.slow
def test_a_sweep_left_early_leaves_no_process(written: Written) -> None:
    import multiprocessing

    found = gridfile.read(str(written(SMALL)))
    batches = processes.processes(found, "csv", range(len(found)), 2)
    next(batches)
    running = multiprocessing.active_children()
    assert len(running) == 2
    batches.close()
    assert multiprocessing.active_children() == []


# --- a Dask cluster


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """A cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as started:
        yield started


@pytest.mark.slow
def test_a_cluster_gives_the_rows_in_order(
    dask: Any, uninterrupted: tuple[str, bytes], tmp_path: Path
) -> None:
    grid, whole = uninterrupted
    out = tmp_path / "out.csv"
    ran = Sweep(grid, "--out", str(out), "--scheduler", dask.scheduler_address).end()
    assert (ran.code, out.read_bytes()) == (0, whole)
    assert ran.err.endswith("of them with an error instead of an answer\n")


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_costs_no_row(
    dask: Any, uninterrupted: tuple[str, bytes], tmp_path: Path
) -> None:
    grid, whole = uninterrupted
    out = tmp_path / "out.csv"
    sweep = Sweep(grid, "--out", str(out), "--scheduler", dask.scheduler_address)
    assert sweep.wait_until(out, len(whole) // 4)
    os.kill(dask.workers[0].pid, 9)
    ran = sweep.end()
    assert (ran.code, out.read_bytes()) == (0, whole)


@pytest.mark.slow
def test_a_sweep_on_a_cluster_that_is_killed_goes_on_without_one(
    dask: Any, uninterrupted: tuple[str, bytes], tmp_path: Path
) -> None:
    grid, whole = uninterrupted
    out = tmp_path / "out.csv"
    sweep = Sweep(grid, "--out", str(out), "--scheduler", dask.scheduler_address)
    assert sweep.wait_until(out, len(whole) // 2)
    sweep.kill()
    assert Sweep(grid, "--out", str(out)).end().code == 0
    assert out.read_bytes() == whole


@pytest.mark.slow
def test_a_cluster_with_another_oddscalc_is_refused(
    dask: Any, uninterrupted: tuple[str, bytes], tmp_path: Path
) -> None:
    """One comment more in one file: it is not known that the numbers are the same."""
    shutil.copytree(Path(package.__file__).parent, tmp_path / "oddscalc")
    with (tmp_path / "oddscalc" / "dice.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    command = [uninterrupted[0], "--out", "out.csv", "--scheduler", dask.scheduler_address]
    ran = Sweep(*command, folder=tmp_path).end()
    assert ran.code == 2
    assert "the scheduler has another oddscalc or sympy than the " in ran.err
    assert "Traceback" not in ran.err


def test_a_worker_that_joins_later_with_another_oddscalc_is_refused(written: Written) -> None:
    found = gridfile.read(str(written(SMALL)))
    with pytest.raises(OddscalcError, match="a worker has another oddscalc"):
        cluster._work(found, "csv", range(1), "another key")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("localhost:8786", "no address of a scheduler; write tcp://host:8786"),
        ("tcp://localhost", "no address of a scheduler"),
        ("tcp://a b:1", "no address of a scheduler"),
        ("http://localhost:8786", "no address of a scheduler"),
        ("tcp://127.0.0.1:1", "tcp://127.0.0.1:1: no Dask scheduler answers there"),
    ],
)
def test_a_scheduler_that_is_none(
    oddscalc: Run,
    written: Written,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    message: str,
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    out = tmp_path / "out.csv"
    ran = oddscalc("sweep", str(written(SMALL)), "--out", str(out), "--scheduler", address)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.slow
def test_a_scheduler_that_is_gone_ends_the_sweep_with_a_message(
    oddscalc: Run,
    uninterrupted: tuple[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what is done by then is gone on with, without a cluster."""
    pytest.importorskip("distributed")
    grid, whole = uninterrupted
    out = tmp_path / "out.csv"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", str(port)],
        stderr=subprocess.DEVNULL,
    )
    worker = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-nanny"],
        stderr=subprocess.DEVNULL,
    )
    result, had = cluster._result, []

    def killing(client: Any, future: Any, named: str) -> Any:
        """Kill the scheduler before the third batch, and no later than that."""
        had.append(future)
        if len(had) == 3:
            scheduler.kill()
            scheduler.wait()
        return result(client, future, named)

    monkeypatch.setattr(cluster, "_result", killing)
    try:
        ran = oddscalc("sweep", grid, "--out", str(out), "--scheduler", address)
    finally:
        scheduler.kill()
        worker.kill()
        scheduler.wait()
        worker.wait()
    assert len(had) == 3
    assert ran.code == 2
    assert ran.err.endswith(f"{address}: the connection to the scheduler was lost\n")
    assert "of 600 points are done; the same command goes on from there" in ran.err
    assert "Traceback" not in ran.err
    assert Sweep(grid, "--out", str(out)).end().code == 0
    assert out.read_bytes() == whole


@pytest.mark.slow
def test_a_port_that_is_silent_is_not_waited_for_forever(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as that of a dashboard."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    found = gridfile.read(str(written(SMALL)))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(DataError, match="no Dask scheduler answers there"):
            list(cluster.on_cluster(found, "csv", range(9), address))


@pytest.mark.slow
def test_a_cluster_without_workers_is_not_waited_for_forever(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    found = gridfile.read(str(written(SMALL)))
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(DataError, match="no worker within 1 seconds"),
    ):
        list(cluster.on_cluster(found, "csv", range(9), empty.scheduler_address))


def test_without_dask_it_is_said_what_to_install(
    oddscalc: Run, written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    arguments = ("--out", str(tmp_path / "a.csv"), "--scheduler", "tcp://localhost:8786")
    ran = oddscalc("sweep", str(written(SMALL)), *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert 'pip install "oddscalc[dask]"' in ran.err


# --- what is refused: results of something else


@pytest.fixture
def begun(oddscalc: Run, written: Written, tmp_path: Path) -> tuple[list[str], Path]:
    """The command of a sweep that has been done, and its results."""
    grid = written(
        """
        own_bets = ["own.toml"]
        [axes]
        rules = ["standard", "mine.toml"]
        bet = ["place-6"]
        paytable = ["default", "prices.toml"]
        dice = ["fair", "dice.csv"]
        """
    )
    out = tmp_path / "a.csv"
    command = ["sweep", str(grid), "--out", str(out)]
    assert oddscalc(*command).code == 0
    return command, out


def refused(ran: Ran, message: str) -> bool:
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert message in ran.err, ran.err
    return True


@pytest.mark.parametrize(
    "changed", ["grid.toml", "own.toml", "mine.toml", "prices.toml", "dice.csv"]
)
def test_results_of_a_changed_grid_are_not_gone_on_with(
    oddscalc: Run, begun: tuple[list[str], Path], tmp_path: Path, changed: str
) -> None:
    command, out = begun
    before = out.read_bytes()
    with (tmp_path / changed).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert refused(oddscalc(*command), "the grid file, or a file that it names, has changed")
    assert out.read_bytes() == before
    assert oddscalc(*command, "--restart").code == 0
    assert out.read_bytes() == before


def test_results_of_another_part_or_format_are_not_gone_on_with(
    oddscalc: Run, begun: tuple[list[str], Path]
) -> None:
    command, _ = begun
    assert refused(oddscalc(*command, "--part", "1/2"), "it is part 1/1, not 1/2")
    assert refused(oddscalc(*command, "--format", "jsonl"), "it is csv, not jsonl")


def test_results_of_another_oddscalc_are_not_gone_on_with(
    oddscalc: Run, begun: tuple[list[str], Path]
) -> None:
    command, out = begun
    state = state_path(out).read_text().replace(key_of("sweep"), "0" * 64)
    state_path(out).write_text(state)
    assert refused(oddscalc(*command), "it was begun by oddscalc ")


def test_results_that_were_changed_are_not_gone_on_with(
    oddscalc: Run, begun: tuple[list[str], Path]
) -> None:
    command, out = begun
    content = out.read_bytes()
    for other in (content[:-9], b"X" + content[1:], b""):
        out.write_bytes(other)
        assert refused(oddscalc(*command), "has been changed since it was written")
        assert out.read_bytes() == other
    assert oddscalc(*command, "--restart").code == 0
    assert out.read_bytes() == content


def test_a_file_that_is_no_sweeps_is_left_alone(
    oddscalc: Run, begun: tuple[list[str], Path]
) -> None:
    command, out = begun
    state_path(out).unlink()
    before = out.read_bytes()
    assert refused(oddscalc(*command), "is there already, and no sweep wrote it")
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    "state", ["", "{", "[]", "null", '{"task": 1}', '{"task": {}}', "\udcff", '{"points": 3}',
              '{"task": {"grid": "", "program": "", "format": "", "part": ""}, "more": 1}',
              '{"task": {"grid": "", "program": "", "format": "", "part": ""}, "bytes": "1"}']
)  # fmt: skip
def test_a_state_that_is_none_is_told(
    oddscalc: Run, begun: tuple[list[str], Path], state: str
) -> None:
    command, out = begun
    state_path(out).write_bytes(state.encode("utf-8", "surrogateescape"))
    assert refused(oddscalc(*command), "a.csv.state: is no state of a sweep")


def test_two_sweeps_do_not_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    task = Task("grid", "program", "csv", "1/1")
    with (
        Results(tmp_path / "a.csv", task, ""),
        pytest.raises(DataError, match="another sweep is writing it"),
    ):
        Results(tmp_path / "a.csv", task, "", restart=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "."], "end it with .csv or .jsonl"),
        (["--out", ".", "--format", "csv"], "cannot be written: no regular file"),
        (["--out", "no/where.csv"], "cannot be written: No such file or directory"),
        (["--out", "a.txt"], "end it with .csv or .jsonl, or give a format"),
        (["--out", "grid.toml", "--format", "csv", "--restart"], "results are no .toml file"),
        (["--out", "a.csv", "--part", "3/2"], "'3/2' is no part; write 1/10, 2/10, up to 10/10"),
        (["--out", "a.csv", "--part", "0/2"], "is no part"),
        (["--out", "a.csv", "--part", "1/99999999999999"], "is no part"),
        (["--out", "a.csv", "--workers", "0"], "--workers"),
        (["--out", "a.csv", "--workers", "1000000"], "--workers"),
        (["--out", "a.csv", "--workers", "2", "--scheduler", "tcp://a:1"], "has its own workers"),
        ([], "--out"),
    ],
)
def test_a_command_line_that_is_unusable(
    oddscalc: Run,
    written: Written,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    grid = written(SMALL)
    before = grid.read_bytes()
    monkeypatch.chdir(tmp_path)
    assert refused(oddscalc("sweep", "grid.toml", *arguments), message)
    assert grid.read_bytes() == before


# --- what is refused: bad grid files

AXES_OF_PASS = '[axes]\nbet = ["pass"]\n'


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["has neither [axes] nor [[points]]"]),
        ("max_states = 5", ["has neither [axes] nor [[points]]"]),
        ("[axes", ["not TOML"]),
        ("[axes]\n", ["axes.bet: is missing"]),
        ("[[points]]\nstake = 5", ["points[0].bet: is missing"]),
        ("[axes]\nbet = []", ["axes.bet: list should have at least 1 item"]),
        ('[axes]\nbet = "pass"', ["axes.bet: input should be a valid list"]),
        ("[axes]\nbet = [6]", ["axes.bet[0]: input should be a valid string"]),
        ('[axes]\nbet = [""]', ["axes.bet[0]: string should have at least 1 character"]),
        ('[axes]\nbet = ["a\\u001b"]', ["axes.bet[0]: string should match pattern"]),
        (AXES_OF_PASS + "colour = 1", ["axes.colour: there is no such key"]),
        (AXES_OF_PASS + "[other]", ["other: there is no such key"]),
        ('[[points]]\nbet = "pass"\nwhere = "on"', ["points[0].where: there is no such key"]),
        (AXES_OF_PASS + "stake = [2.5]", ["axes.stake[0]: is the float 2.5; write it as text"]),
        (AXES_OF_PASS + "stake = [true]", ["axes.stake[0]: input should be a valid string"]),
        (AXES_OF_PASS + "stake = [0]", ["axes.stake: stakes of '0': amounts go upwards"]),
        (AXES_OF_PASS + "stake = [-5]", ["axes.stake: stakes of '-5'"]),
        (AXES_OF_PASS + 'stake = ["9..5"]', ["axes.stake: stakes of '9..5'"]),
        (AXES_OF_PASS + 'stake = ["1..5 by 0"]', ["axes.stake: stakes of '1..5'"]),
        (AXES_OF_PASS + 'stake = ["1..9 by x"]', ["axes.stake: 'x' is not a number"]),
        (AXES_OF_PASS + 'stake = ["1e9"]', ["axes.stake: '1e9' is not a number"]),
        (AXES_OF_PASS + 'stake = ["1..99999999"]', ["99,999,999 stakes; at most 10,000"]),
        (AXES_OF_PASS + f'stake = ["{"9" * 1_500}"]', ["a number of 1,500 characters"]),
        (AXES_OF_PASS + f'stake = ["{"9" * 2_500}"]', ["at most 2000 characters"]),
        ("[axes]\nbet = [" + "9" * 5_000 + "]", ["not usable: a number"]),
        ('[[points]]\nbet = "pass"\nstake = "1..5"', ["points[0].stake: '1..5' is a range"]),
        (AXES_OF_PASS + "stake = [5]\nunit = [0]", ["axes.unit[0]: stakes of '0'"]),
        (AXES_OF_PASS + "unit = [2]", ["axes.unit[0]: '2' depends on the stake; give one"]),
        (AXES_OF_PASS + 'rounding = ["down"]', ["axes.rounding[0]: 'down' depends on the stake"]),
        (AXES_OF_PASS + 'rounding = ["off"]', ["axes.rounding[0]: input should be 'exact'"]),
        (AXES_OF_PASS + 'working = ["maybe"]', ["axes.working[0]: input should be 'on', 'off' or"]),
        (AXES_OF_PASS + 'from = ["nowhere"]', ["axes.from[0]: the table cannot stand on"]),
        (AXES_OF_PASS + "from = [7]", ["axes.from[0]: the table cannot stand on '7'"]),
        (AXES_OF_PASS + 'dice = ["1/6,1/6"]', ["axes.dice[0]: 2 dice weights; give 6"]),
        (AXES_OF_PASS + 'dice = ["no.csv"]', ["axes.dice[0]: ", "no.csv: cannot be read"]),
        (AXES_OF_PASS + 'dice = ["bad.toml"]', ["axes.dice[0]: ", "bad.toml: "]),
        (AXES_OF_PASS + 'dice = ["srr=x"]', ["axes.dice[0]: the dice 'srr=x' have symbols"]),
        (AXES_OF_PASS + 'dice = ["srr=0"]', ["axes.dice[0]: a sevens-to-rolls ratio of 0"]),
        (AXES_OF_PASS + 'odds = ["3-4-5"]', ["axes.odds[0]: '3-4-5' is no odds schedule"]),
        (AXES_OF_PASS + 'vig = ["5%"]', ["axes.vig[0]: '5%' does not say of what and when"]),
        (AXES_OF_PASS + 'vig = ["5% of win"]', ["does not say when"]),
        (AXES_OF_PASS + 'pays = ["win=4"]', ["axes.pays[0][0]: the price '4' can be read in two"]),
        (AXES_OF_PASS + 'pays = [["4 to 1"]]', ["axes.pays[0][0]: '4 to 1': write OUTCOME=PRICE"]),
        (AXES_OF_PASS + "pays = [4]", ["axes.pays[0]: input should be a valid list"]),
        (AXES_OF_PASS + 'rules = ["us-nv"]', ["axes.rules[0]: there is no rulebook 'us-nv'"]),
        (AXES_OF_PASS + 'rules = ["no.toml"]', ["axes.rules[0]: ", "no.toml: cannot be read"]),
        (AXES_OF_PASS + 'rules = ["bad.toml"]', ["bad.toml: id: is missing", "title: is missing"]),
        (AXES_OF_PASS + 'paytable = ["cheap"]', ["axes.paytable[0]: there is no paytable 'cheap'"]),
        (AXES_OF_PASS + 'paytable = ["bad.toml"]', ["axes.paytable[0]: ", "source: is missing"]),
        ('own_bets = ["bad.toml"]\n' + AXES_OF_PASS, ["own_bets[0]: ", "bets: is missing"]),
        ('own_bets = ["no.toml"]\n' + AXES_OF_PASS, ["own_bets[0]: ", "cannot be read"]),
        ("[axes]\nbet = ['pas']", ["axes.bet[0]: there is no bet called 'pas'; did you mean pass"]),
        ("[axes]\nbet = ['horn high']", ["axes.bet[0]: 'horn high' may mean horn-high-2"]),
        ("[[points]]\nbet = '12'", ["points[0].bet: '12' may mean craps-12 or hop-6-6"]),
        (AXES_OF_PASS + "reading = ['x']", ["axes.reading[0]: no reading 'x'; there are usual"]),
        ("[axes]\nbet = ['pass', 'pass']", ["axes.bet: 'pass' is there twice"]),
        (AXES_OF_PASS + 'stake = [5, "1..9"]', ["axes.stake: '5' is there twice"]),
        (AXES_OF_PASS + 'vig = ["default", "default"]', ["axes.vig: 'default' is there twice"]),
        (AXES_OF_PASS + 'pays = ["win=even", ["win=even"]]', ["'win=even' is there twice"]),
        ("max_states = 0\n" + AXES_OF_PASS, ["max_states: input should be greater than"]),
        ("max_states = 99999999\n" + AXES_OF_PASS, ["max_states: input should be less than"]),
        ("max_states = '5'\n" + AXES_OF_PASS, ["max_states: input should be a valid integer"]),
        (
            "[axes]\nbet = [1.5]\nstake = [0]\ncolour = 1\n[[points]]\nodds = '?'",
            ["5 problems", "axes.bet[0]", "axes.stake: stakes of", "axes.colour", "points[0].odds",
             "points[0].bet: is missing"],
        ),
        (
            "[axes]\nbet = ['pas']\nrules = ['us-nv', 'standard']\npaytable = ['cheap']",
            ["3 problems", "axes.bet[0]", "axes.rules[0]", "axes.paytable[0]"],
        ),
    ],
)  # fmt: skip
def test_a_bad_grid_file(
    oddscalc: Run, written: Written, tmp_path: Path, text: str, messages: list[str]
) -> None:
    grid = written(text)
    (tmp_path / "bad.toml").write_text("[[wagers]]\n", encoding="utf-8")
    ran = oddscalc("sweep", str(grid), "--out", str(tmp_path / "out.csv"))
    for message in (str(grid), *messages):
        assert refused(ran, message)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.slow
def test_too_many_of_anything_are_refused(written: Written) -> None:
    names = ", ".join(f'"b{number}"' for number in range(1_001))
    with pytest.raises(DataError, match=r"axes.bet: list should have at most 1000 items"):
        gridfile.read(str(written(f"[axes]\nbet = [{names}]")))
    spans = ", ".join(f'"{n}0001..{n}9999"' for n in range(1, 12))
    with pytest.raises(DataError, match=r"axes.stake: over 100,000 stakes"):
        gridfile.read(str(written(f"{AXES_OF_PASS}stake = [{spans}]")))
    dice = ", ".join(f'"srr={n}"' for n in range(1, 1_001))
    with pytest.raises(DataError, match=r"axes: 10,001,000 points; the most is 10,000,000"):
        gridfile.read(str(written(f'{AXES_OF_PASS}dice = [{dice}]\nstake = ["1..10000", 10001]')))
    text = f'{AXES_OF_PASS}dice = [{dice}]\nstake = ["1..10000"]\n'
    assert len(gridfile.read(str(written(text)))) == 10_000_000
    with pytest.raises(DataError, match=r"10,000,001 points; the most is 10,000,000"):
        gridfile.read(str(written(f'{text}[[points]]\nbet = "pass"')))
    with pytest.raises(DataError, match="over 1,000,000 bytes; cut it into several files"):
        gridfile.read(str(written("# long\n" * 200_000)))


# --- what is seen


def test_the_last_line_says_what_was_written(
    oddscalc: Run, written: Written, tmp_path: Path
) -> None:
    grid = written('[axes]\nrules = ["standard", "us-ma"]\nbet = ["buy-4", "dont-pass"]\n')
    out = tmp_path / "out.jsonl"
    ran = oddscalc("sweep", str(grid), "--out", str(out))
    assert (ran.code, ran.out) == (0, "")
    told = "4 points, 5 rows, 1 of them with an error instead of an answer"
    assert ran.err == f"oddscalc: {out}: {told}\n"


def test_an_interruption_says_how_to_go_on(
    oddscalc: Run, written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(found: Workload, form: str, points: range) -> Iterator[Batch]:
        yield from itertools.islice(serial(found, form, points), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("oddscalc._face.sweep.serial", interrupted)
    out = tmp_path / "out.csv"
    command = ["sweep", str(written(SMALL)), "--out", str(out)]
    ran = oddscalc(*command)
    assert ran.code == 130
    assert "points are done; the same command goes on from there" in ran.err
    monkeypatch.undo()
    assert oddscalc(*command).code == 0
    assert out.read_text() == text_of(tmp_path / "grid.toml", "csv")


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal(written: Written, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "oddscalc", "sweep", str(written(SMALL))]
    subprocess.run([*command, "--out", str(tmp_path / "a.csv")], stderr=theirs, check=True)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    os.close(theirs)
    assert re.search(r"points  \[#+-*\]  \d+/241 .*\d+\.\d/s", shown)


def test_help_loads_nothing_heavy(process: Run) -> None:
    code = (
        "import sys, oddscalc._cli\nsys.argv = ['oddscalc', 'sweep', '--help']\noddscalc._cli.run()"
    )
    ran = process("-c", f"{code}\nprint(*sys.modules)")
    heavy = {"sympy", "networkx", "tabulate", "pydantic", "distributed", "oddscalc._sweeps"}
    assert "--scheduler" in ran.out
    assert not heavy & set(ran.out.split())


# --- examples and documentation


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem == "plans" else [])
        for path in EXAMPLES
    ],
)
def test_the_examples_are_answered(path: Path) -> None:
    rows = rows_of_example(path)
    assert sum(row["error"] == "" for row in rows) > 40
    assert {row["point"] for row in rows} == {str(n + 1) for n in range(len(grids.read(str(path))))}


def test_rounding_has_the_word_of_the_command_line_too(written: Written) -> None:
    grid = '[axes]\nbet = ["place-6"]\n{} = ["down"]\nstake = [5]\n'
    assert text_of(written(grid.format("round")), "csv") == text_of(
        written(grid.format("rounding")), "csv"
    )


def test_a_chain_that_takes_too_long_is_a_row_with_the_option(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = itertools.count(0, 4)  # each look at the time is four seconds later
    monkeypatch.setattr(budget, "_INTERRUPTS", False)
    monkeypatch.setattr(budget.time, "process_time", lambda: float(next(now)))
    grid = written('seconds = 3\n[axes]\nbet = ["fire", "place-6"]\n')
    lines = text_of(grid, "csv").splitlines()
    assert "stopped after 3 seconds; 'seconds' in the grid file gives more" in lines[1]
    grid = written('seconds = 0\n[axes]\nbet = ["fire", "place-6"]\n')
    assert "stopped" not in text_of(grid, "csv")


# --- betting plans

PLAN_GRID = """
[axes]
plan = ["place-68", "mine.toml"]
dice = ["fair", "srr=7"]
rolls = ["default", 3]

[numbers]
"place-{n}.stake" = [6, "12"]
"hits.start" = ["default", 0, 1]
"""

OWN_PLAN = """
title = "Mine"
counters = { hits = { start = 0, most = 2 } }

[[bets]]
id = "place-{n}"
each = [6, 8]
stake = 6

[[rules]]
on = "won place-{n}"
each = [6, 8]
do = "count hits"

[[rules]]
if = "puck on and hits < 2"
do = "make place"
"""


def test_a_row_of_plans_is_the_answer_of_plan(oddscalc: Run, tmp_path: Path) -> None:
    (tmp_path / "grid.toml").write_text(PLAN_GRID)
    (tmp_path / "mine.toml").write_text(OWN_PLAN)
    rows = package.sweep(tmp_path / "grid.toml").to_dicts()
    assert len(rows) == 48
    for row in rows:
        asked = row["asked"]
        if row["error"]:
            assert (asked["plan"], asked["hits.start"] is None) == ("place-68", False)
            assert "the plan has no counter 'hits'" in row["error"]
            continue
        stake, hits = asked["place-{n}.stake"], asked["hits.start"] or "0"
        path = tmp_path / f"plan-{stake}-{hits}.toml"
        text = OWN_PLAN if asked["plan"] == "mine.toml" else PLACE_68
        path.write_text(
            text.replace("stake = 6", f"stake = {stake}").replace("start = 0", f"start = {hits}")
        )
        rolls = asked["rolls"] and int(asked["rolls"])
        expected = package.plan(str(path), rolls=rolls, dice=asked["dice"]).to_dict()
        for key in ("mean", "variance", "expected_rolls", "put_up", "edge", "states", "horizon"):
            assert row[key] == expected[key]


PLACE_68 = """
[[bets]]
id = "place-{n}"
each = [6, 8]
stake = 6
working = "off"

[[rules]]
if = "puck on"
do = "make place"
"""


def test_a_sweep_of_plans_goes_on_where_it_was_interrupted(oddscalc: Run, tmp_path: Path) -> None:
    (tmp_path / "grid.toml").write_text(PLAN_GRID)
    (tmp_path / "mine.toml").write_text(OWN_PLAN)
    grid = grids.read(str(tmp_path / "grid.toml"))
    whole = header(grid, "csv") + "".join(one.text for one in serial(grid, "csv", range(len(grid))))
    assert "asked_place-{n}.stake_num" in whole
    parts = ""
    for part in ("1/2", "2/2"):
        out = tmp_path / f"{part[0]}.csv"
        ran = oddscalc("sweep", str(tmp_path / "grid.toml"), "--out", str(out), "--part", part)
        assert ran.code == 0
        parts += out.read_text()
    assert parts == whole
    ran = oddscalc("sweep", str(tmp_path / "grid.toml"), "--out", str(tmp_path / "1.csv"))
    assert ran.code == 2  # it holds a part


@pytest.mark.slow
def test_plans_in_processes(tmp_path: Path) -> None:
    (tmp_path / "grid.toml").write_text(PLAN_GRID)
    (tmp_path / "mine.toml").write_text(OWN_PLAN)
    grid = grids.read(str(tmp_path / "grid.toml"))
    points = range(len(grid))
    assert [one.text for one in processes.processes(grid, "csv", points, 2)] == [
        one.text for one in serial(grid, "csv", points)
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('plan = ["nonsense"]', "axes.plan[0]: there is no plan 'nonsense'"),
        ('plan = ["place-68"]\nrules = ["nonsense"]', "axes, with place-68"),
        ('plan = ["place-68", "place-68"]', "axes.plan: a value is there twice"),
        ('plan = ["place-68"]\nrolls = [0]', "'0' is no number of rolls from 1 to 100,000"),
        ('plan = ["place-68"]\nbet = ["pass"]', "axes.bet"),
        ('plan = ["place-68"]\n[numbers]\n"x.stake" = [1]', "no plan here has such a bet"),
        ('plan = ["place-68"]\n[numbers]\nstake = [1]', "numbers.stake"),
        ('plan = ["place-68"]\n[numbers]\n"x.most" = ["1/2"]', "'1/2' is no whole number"),
        ('plan = ["place-68"]\n[numbers]\n"x.stake" = ["a"]', "'a' is not a number"),
        ('plan = ["place-68"]\n[[points]]\nbet = "pass"', "points"),
        ('plan = ["none.toml"]', "none.toml"),
    ],
)
def test_grids_of_plans_that_are_refused(
    oddscalc: Run, tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "grid.toml").write_text(f"[axes]\n{text}\n")
    ran = oddscalc("sweep", str(tmp_path / "grid.toml"), "--out", "-")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_point_that_takes_too_long_is_a_row(oddscalc: Run, tmp_path: Path) -> None:
    text = '[axes]\nplan = ["risk-12"]\nrolls = [1000]\n'
    (tmp_path / "grid.toml").write_text("max_states = 10\n" + text)
    ran = oddscalc("sweep", str(tmp_path / "grid.toml"), "--out", "-", "--format", "jsonl")
    assert ran.code == 0
    assert "states" in json.loads(ran.out)["error"]
