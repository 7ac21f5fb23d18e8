"""What is kept on disk: the same answers with and without, never a stale or a torn one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from conftest import Ran

import oddscalc as package
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import shipped
from oddscalc._bets.compile import compile_bet
from oddscalc._chain import store as cache
from oddscalc._chain.chain import Solver, explore
from oddscalc._chain.model import Model, Placing, model
from oddscalc._chain.solutions import canonical, solution_of
from oddscalc._chain.solve import Solution, solve
from oddscalc._chain.store import Store, key_of
from oddscalc._dice.dice import Dice
from oddscalc._rules import rulebook as rulebooks

Run = Callable[..., Ran]

QUERIES = [
    ["pass"],
    ["fire", "--rules", "us-pa", "--json"],
    ["dont-pass", "--rules", "us-ma", "--format", "csv"],
    ["place-6", "--working", "off", "--from", "on"],
    ["pass", "--odds", "345x", "--json"],
    ["buy-4", "--vig", "5% of win, when won", "--show", "fraction"],
    ["field", "--dice", "srr=7"],
    ["field", "--dice", "1/4,1/6,1/6,1/6,1/6,1/12"],
    ["whirl", "--stake", "1..8", "--round", "down"],
    ["hot-roller"],
    ["--all", "--rules", "us-pa"],
    ["--all", "--rules", "lc", "--format", "md"],
    ["place-7", "--rules", "lc"],
    ["nonsense"],
    ["field", "--pays", "2=30"],
]


@pytest.mark.parametrize("query", QUERIES, ids=" ".join)
def test_the_answer_is_the_same_with_and_without(oddscalc: Run, query: list[str]) -> None:
    without = oddscalc("edge", *query, "--no-cache")
    first, second = oddscalc("edge", *query), oddscalc("edge", *query)
    assert first == without
    assert second == without


def test_no_cache_keeps_nothing(oddscalc: Run, nothing_kept: Path) -> None:
    oddscalc("edge", "pass", "--no-cache")
    assert not nothing_kept.exists()


def test_the_library_keeps_nothing(nothing_kept: Path) -> None:
    package.edge("pass")
    assert not nothing_kept.exists()


def test_what_is_asked_again_is_not_computed_again(process: Callable[..., Ran]) -> None:
    code = (
        "import sys; from oddscalc._cli import run; sys.argv = ['oddscalc', 'edge', 'fire'];"
        " run(); print('LOADED', *sys.modules)"
    )
    first, second = process("-c", code), process("-c", code)
    assert first.out.partition("LOADED")[0] == second.out.partition("LOADED")[0]
    assert "oddscalc._ask.query" in first.out.split()
    assert not {"oddscalc._ask.query", "networkx", "sympy", "jinja2"} & set(second.out.split())


def test_a_kept_solution_is_valued_anew(oddscalc: Run, process: Callable[..., Ran]) -> None:
    """Other prices for the same bet: neither graph nor algebra is needed any more."""
    asked = ["edge", "place-6", "--working", "off"]
    process("-m", "oddscalc", *asked)
    code = (
        "import sys; from oddscalc._cli import run;"
        f" sys.argv = {['oddscalc', *asked, '--pays', 'win=6 to 5']!r};"
        " run(); print('LOADED', *sys.modules)"
    )
    ran = process("-c", code)
    assert not {"networkx", "sympy", "jinja2"} & set(ran.out.split())
    expected = oddscalc(*asked, "--pays", "win=6 to 5", "--no-cache").out
    assert ran.out.partition("LOADED")[0] == expected


def test_a_changed_file_is_answered_anew(oddscalc: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = (
        '[[bets]]\nid = "mine"\nname = "Mine"\nkind = "race"\nsource = "made up"\n'
        '[bets.rule]\nwin = "6"\nlose = "7"\n'
    )
    for number, chance in (("6", "5/11"), ("8", "5/11"), ("4", "1/3")):
        mine.write_text(text.replace('"6"', f'"{number}"'))
        assert chance in oddscalc("edge", str(mine)).out


def test_a_kept_solution_does_not_get_around_a_limit_of_states(oddscalc: Run) -> None:
    assert oddscalc("edge", "fire").code == 0
    ran = oddscalc("edge", "fire", "--max-states", "100")
    assert (ran.code, ran.out) == (2, "")
    assert "more than 100 states" in ran.err
    assert oddscalc("edge", "fire", "--max-states", "441").code == 0


def test_what_sympy_is_to_solve_is_solved_by_sympy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solution that another solver found is none of sympy's; one of sympy's is kept as such."""
    rules, store = rulebooks.shipped("standard"), Store(tmp_path)
    bet, wager = rules.find("fire")
    auto, by_sympy = (
        model(rules, bet, wager, wager.readings[0], Placing(solver=solver))
        for solver in get_args(Solver)
    )
    expected = solution_of(auto, store)
    with monkeypatch.context() as patch:
        patch.delattr("oddscalc._chain.solve.equations.DomainMatrix")
        assert solution_of(auto, store) == expected
        with pytest.raises(NameError, match="DomainMatrix"):
            solution_of(by_sympy, store)
    assert solution_of(by_sympy, store) == expected
    monkeypatch.delattr("oddscalc._chain.solve.equations.DomainMatrix")
    assert solution_of(by_sympy, store) == expected


def test_a_command_that_asks_for_sympy_is_answered_by_nothing_else(
    oddscalc: Run, nothing_kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = oddscalc("edge", "fire")
    monkeypatch.delattr("oddscalc._chain.solve.Flow")
    assert oddscalc("edge", "fire", "--solver", "sympy") == plain


def sealed(text: str) -> bytes:
    return sha256(text.encode()).hexdigest().encode() + b"\n" + text.encode()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut off": lambda content: content[: len(content) // 2],
    "one byte changed": lambda content: content[:-3] + b"7" + content[-2:],
    "no digest": lambda content: content.partition(b"\n")[2],
    "of another program": lambda content: b"\x00\xff" * 100,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_is_ignored_and_rewritten(
    oddscalc: Run, nothing_kept: Path, damage: str
) -> None:
    good = oddscalc("edge", "fire")
    kept = {path: path.read_bytes() for path in nothing_kept.iterdir()}
    assert len(kept) == 2
    for path, content in kept.items():
        path.write_bytes(DAMAGE[damage](content))
    assert oddscalc("edge", "fire") == good
    assert {path: path.read_bytes() for path in nothing_kept.iterdir()} == kept


@pytest.fixture
def pass_line() -> Model:
    rules = rulebooks.shipped("standard")
    bet, wager = rules.find("pass")
    return model(rules, bet, wager, wager.readings[0], Placing())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "7\n22d/a5\nf4/1ef",
        "7\n22d/a5\nf4/1ef\nfb/1ef\n0/1",
        "7\n22d/a5\nf4/1ef\nfc/1ef",
        "7\n22d/a5\nf4/1ef\n0xfb/1ef",
        "x\n22d/a5\nf4/1ef\nfb/1ef",
    ],
)
def test_a_whole_entry_that_is_no_solution_is_ignored_and_rewritten(
    tmp_path: Path, pass_line: Model, text: str
) -> None:
    store = Store(tmp_path)
    expected = solution_of(pass_line, store)
    (path,) = tmp_path.iterdir()
    good = path.read_bytes()
    path.write_bytes(sealed(text))
    assert solution_of(pass_line, store) == expected
    assert path.read_bytes() == good


@pytest.mark.parametrize("make", [Path.mkdir, Path.touch])
def test_without_a_usable_directory_nothing_is_kept_and_nothing_said(
    oddscalc: Run, nothing_kept: Path, make: Callable[[Path], None]
) -> None:
    expected = oddscalc("edge", "pass", "--no-cache")
    if make is Path.touch:
        nothing_kept.touch()  # a file where the directory should be
    else:
        for key in {path.name for path in kept_by(oddscalc, nothing_kept)}:
            (nothing_kept / key).unlink()
            (nothing_kept / key).mkdir()  # a directory where an entry should be
    assert oddscalc("edge", "pass") == expected
    assert oddscalc("edge", "pass") == expected


def kept_by(oddscalc: Run, directory: Path) -> Sequence[Path]:
    oddscalc("edge", "pass")
    return list(directory.iterdir())


class TestKey:
    """An entry of an oddscalc that was different in any way is never found."""

    CODE = "from oddscalc._chain.store import key_of; print(key_of('x'))"

    def key(self, directory: Path) -> str:
        ran = subprocess.run(
            [sys.executable, "-c", self.CODE],
            cwd=directory,
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout

    @pytest.mark.slow
    def test_is_of_every_source_and_every_data_file(self, tmp_path: Path) -> None:
        root = tmp_path / "oddscalc"
        shutil.copytree(Path(package.__file__).parent, root)
        known = {self.key(tmp_path)}
        assert self.key(tmp_path) in known
        for name in (
            *("_bets/race.py", "_bets/catalogue.toml", "_dice/dice.py", "_chain/rows.py"),
            *("_chain/chain.py", "_chain/solve/elimination.py", "_chain/solve/forward.py"),
            *("_chain/solve/equations.py", "_money/valuation.py", "_show/words/edge.py"),
            *("_rules/data/standard.toml", "_version.py"),
        ):
            with (root / name).open("a") as file:
                file.write("\n# mended\n")
            found = self.key(tmp_path)
            assert found not in known, name
            known.add(found)

    def test_is_of_the_version_of_sympy(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = key_of("x")
        (tmp_path / "sympy").mkdir()
        (tmp_path / "sympy" / "__init__.py").touch()
        (tmp_path / "sympy" / "release.py").write_text('__version__ = "99"\n')
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "sympy", raising=False)
        cache._sources.cache_clear()
        try:
            assert key_of("x") != before
        finally:
            cache._sources.cache_clear()

    def test_is_of_each_part_by_itself(self) -> None:
        assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("abc", "")}) == 4

    def test_of_a_bet_does_not_depend_on_the_order_of_sets(self) -> None:
        code = (
            "from oddscalc._chain.solutions import canonical;"
            "from oddscalc._bets.catalogue import shipped;"
            "from oddscalc._bets.compile import compile_bet; c = shipped();"
            "print(*(canonical(compile_bet(bet, c)) for bet in c if bet.id != 'place-7'))"
        )
        texts = set()
        for seed in ("1", "2", "3"):
            ran = subprocess.run(
                [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True,
                check=True,
            )  # fmt: skip
            texts.add(ran.stdout)
        assert len(texts) == 1

    @pytest.mark.slow
    def test_that_two_bets_share_is_of_one_solution(self) -> None:
        catalogue = shipped()
        found: dict[str, list[Solution]] = {}
        for bet in catalogue:
            if bet.id not in ("place-7", "hot-roller"):
                automaton = compile_bet(bet, catalogue)
                chain = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
                found.setdefault(canonical(automaton), []).append(solve(chain))
        shared = [solutions for solutions in found.values() if len(solutions) > 1]
        assert len(found) > 100
        assert len(shared) > 10  # come is pass, and buy bets are place bets, but for their prices
        assert all(one == solutions[0] for solutions in shared for one in solutions)

    def test_has_no_room_for_what_has_no_canonical_text(self) -> None:
        with pytest.raises(TypeError, match="float has no canonical text"):
            canonical(0.5)


class TestStore:
    KEY = "ab" * 32

    def test_gives_back_what_was_put(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "deep" / "down")
        assert store.get(self.KEY) is None
        for text in ("", "kept", "two\nlines\n", "ä\udc80\0", "x" * 1_000_000):
            store.put(self.KEY, text)
            assert store.get(self.KEY) == text
        assert len(store.entries()) == 1

    def test_is_whole_for_every_process_at_every_moment(self, tmp_path: Path) -> None:
        code = (
            "import sys; from pathlib import Path; from oddscalc._chain.store import Store\n"
            f"store = Store(Path({str(tmp_path)!r})); text = sys.argv[1] * 200_000\n"
            "for _ in range(60):\n"
            f"    store.put({self.KEY!r}, text); found = store.get({self.KEY!r})\n"
            "    assert found in ('a' * 200_000, 'b' * 200_000, 'c' * 200_000), len(found or '')\n"
        )
        with ThreadPoolExecutor() as pool:
            runs = pool.map(
                lambda name: subprocess.run(
                    [sys.executable, "-c", code, name], capture_output=True, text=True, check=False
                ),
                "abc",
            )
        assert [run.stderr for run in runs] == ["", "", ""]
        assert len(list(tmp_path.iterdir())) == 1

    @pytest.mark.slow
    def test_never_answers_wrong_under_eight_processes_and_corruption(self, tmp_path: Path) -> None:
        code = (
            "import sys; from pathlib import Path; from random import Random\n"
            "from oddscalc._chain.store import Store, key_of\n"
            f"folder = Path({str(tmp_path)!r}); store = Store(folder)\n"
            "random = Random(int(sys.argv[1])); right = 0\n"
            "for _ in range(400):\n"
            "    n = random.randrange(20); key = key_of(str(n)); text = f'{n} ' * 3_000\n"
            "    found = store.get(key)\n"
            "    assert found in (None, text), (n, found[:20]); right += found == text\n"
            "    if found is None: store.put(key, text)\n"
            "    if random.random() < 0.2 and (path := folder / key).exists():\n"
            "        content = bytearray(path.read_bytes())\n"
            "        how = random.randrange(4); at = random.randrange(len(content) or 1)\n"
            "        if how == 0: del content[at:]\n"
            "        elif how == 1 and content: content[at] ^= 1 << random.randrange(8)\n"
            "        elif how == 2: content[at:at] = bytes(random.randrange(9))\n"
            "        else: content = bytearray((folder / key).read_bytes()[::-1])\n"
            "        path.write_bytes(content)\n"
            "print(right)\n"
        )
        with ThreadPoolExecutor(8) as pool:
            runs = pool.map(
                lambda seed: subprocess.run(
                    [sys.executable, "-c", code, str(seed)],
                    capture_output=True,
                    text=True,
                    check=False,
                ),
                range(8),
            )
        told = [(run.stderr, int(run.stdout or 0)) for run in runs]
        assert [err for err, _ in told] == [""] * 8
        assert min(right for _, right in told) > 50

    def test_drops_the_older_half_when_it_is_full(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cache, "MAX_ENTRIES", 10)
        store = Store(tmp_path)
        keys = [sha256(bytes([n])).hexdigest() for n in range(11)]
        for age, key in enumerate(keys):
            store.put(key, "x")
            if age < 10:
                (tmp_path / key).touch()
        found = {path.name for path in store.entries()}
        assert len(found) == 6
        assert keys[-1] in found


class TestCommand:
    def test_info_and_clear(self, oddscalc: Run, nothing_kept: Path) -> None:
        assert "entries    0\n" in oddscalc("cache", "info").out
        oddscalc("edge", "pass")
        (nothing_kept / "README").write_text("mine")
        (nothing_kept / "new-half").write_text("of a writer that was killed")
        info = oddscalc("cache", "info")
        assert f"directory  {nothing_kept}\n" in info.out
        assert "entries    2\n" in info.out
        assert oddscalc("cache", "clear").out == f"2 entries deleted from {nothing_kept}\n"
        assert [path.name for path in nothing_kept.iterdir()] == ["README"]

    def test_the_users_own_directory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from platformdirs import user_cache_path

        monkeypatch.delenv("ODDSCALC_CACHE_DIR")
        assert user_cache_path("oddscalc") in cache.user_store().directory.parents

    def test_an_unknown_action(self, oddscalc: Run) -> None:
        ran = oddscalc("cache", "nonsense")
        assert ran.code == 2
        assert "'info', 'clear'" in ran.err


def test_outcomes_are_kept_in_their_order(tmp_path: Path, pass_line: Model) -> None:
    store = Store(tmp_path)
    fresh = solve(pass_line.chain())
    for _ in range(2):
        assert list(solution_of(pass_line, store).probabilities.items()) == [
            (Outcome("win"), Fraction(244, 495)),
            (Outcome("lose"), Fraction(251, 495)),
        ]
    assert solution_of(pass_line, store) == fresh
    assert Dice.fair() == pass_line.dice
