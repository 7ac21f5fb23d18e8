"""Mutation testing: are the tests strong enough to notice one changed sign?

    python tests/mutation.py --sample 40          of all modules below, 40 mutants
    python tests/mutation.py oddscalc/_chain/rows.py   all mutants of one module

A mutant is a module with one operator, comparison, number or condition changed. The package is
copied, the mutant takes its place, and the tests of that module are run until one fails. What
survives is printed with its line; ``SAME`` has those of which it is known why no test can fail.
Exit code 1 if fewer than 95 of 100 are killed, or than --least.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random

ROOT = Path(__file__).parent.parent
ENOUGH = 95
SECONDS = 120

_CHECKED = (
    "test_checks.py test_clauses.py test_own_rulebooks.py test_papers.py test_columns.py"
    " test_check_cli.py test_part_back.py"
)

MODULES = {
    "oddscalc/_money/price.py": "test_prices.py test_part_back.py",
    "oddscalc/_money/commission.py": "test_prices.py test_stakes.py",
    "oddscalc/_money/valuation.py": "test_contract.py test_published.py test_stakes.py",
    "oddscalc/_chain/chain.py": "test_chain.py test_solve.py",
    "oddscalc/_chain/rows.py": "test_chain.py test_solve.py",
    "oddscalc/_chain/solve/forward.py": "test_solve.py",
    "oddscalc/_chain/solve/layers.py": "test_solve.py",
    "oddscalc/_chain/solve/elimination.py": "test_solve.py",
    "oddscalc/_proof/verify.py": "test_certificate.py test_forgeries.py test_mutated.py",
    "oddscalc/_checking/pricechecks.py": _CHECKED,
    "oddscalc/_checking/valuechecks.py": _CHECKED,
    "oddscalc/_exact/numbers.py": "test_numbers.py",
    "oddscalc/_exact/printed.py": "test_printed.py",
}
"""The modules that make a number or judge one, each with the tests that are to notice."""

SAME = {
    "at(": "tells where long work stands, for people who wait",
    "_TOLD": "how often that is told",
    "frozen=True": "nothing is assigned to, frozen or not",
    "self.net(Fraction(1))": "beside true odds a price nets the same whatever the odds are",
    "longest": "how often common factors are looked for",
    "_BOUND": "how many bounds a message has",
    "strict=True": "a guard between lists whose lengths were compared before",
    "sys.exit(main(": "whether it is run as a program",
    "decided[state] = 1": "any number but 0 marks a state",
    "_is_open[state] = 1": "any number but 0 marks a state",
    "reached[state] = 1": "any number but 0 marks a state",
    "reached[after] = 1": "any number but 0 marks a state",
    "raise ": "the wording of a message",
    'f"': "the wording of a message",
    "hint": "the wording of a message",
}
"""Parts of lines of which a change alters no number and no verdict, with the reason."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One module with one thing changed.

    Args:
        module: its path.
        line: the line of the change.
        before: that line as it was.
        change: what was changed, in words.
        source: the whole module.
    """

    module: str
    line: int
    before: str
    change: str
    source: str


@dataclass(frozen=True)
class Site:
    """Where a module can be changed: the number of a node of its tree, and which change."""

    module: str
    number: int
    change: int
    before: str

    def mutant(self) -> Mutant:
        """Return the mutant that the change makes."""
        tree = ast.parse((ROOT / self.module).read_text("utf-8"))
        node = next(one for n, one in enumerate(ast.walk(tree)) if n == self.number)
        line, words = getattr(node, "lineno", 0), _changed(node, self.change)
        return Mutant(self.module, line, self.before, words, ast.unparse(tree))


def sites(module: str) -> Iterator[Site]:
    """Yield every place of a module at which it can be changed."""
    text = (ROOT / module).read_text("utf-8")
    tree, lines = ast.parse(text), text.splitlines()
    skipped = _skipped(tree)
    for number, node in enumerate(ast.walk(tree)):
        line = getattr(node, "lineno", 0)
        if not line or line in skipped:
            continue
        for change in range(2):
            is_if = isinstance(node, ast.If | ast.IfExp)
            if (change == 0) if is_if else _changed(deepcopy(node), change):
                yield Site(module, number, change, lines[line - 1].strip())


def _skipped(tree: ast.Module) -> set[int]:
    """Return the lines of docstrings, annotations and messages, which are no behaviour."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = [node] if isinstance(node, ast.Raise | ast.JoinedStr) else []
        if isinstance(node, ast.FunctionDef):
            parts += [one.annotation for one in ast.walk(node.args)
                      if isinstance(one, ast.arg) and one.annotation]  # fmt: skip
        for part in parts:
            lines.update(range(getattr(part, "lineno", 0), getattr(part, "end_lineno", 0) + 1))
    return lines


def _changed(node: ast.AST, change: int) -> str:
    """Change a node in place; return what was changed, nothing if that cannot be."""
    if isinstance(node, ast.Compare) and change == 0:
        before = type(node.ops[0])
        node.ops[0] = _COMPARED[before]()
        return f"{before.__name__} to {type(node.ops[0]).__name__}"
    if isinstance(node, ast.BinOp | ast.AugAssign) and change == 0:
        before_op = type(node.op)
        if before_op in _RECKONED:
            node.op = _RECKONED[before_op]()
            return f"{before_op.__name__} to {type(node.op).__name__}"
    if isinstance(node, ast.BoolOp) and change == 0:
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return "and/or exchanged"
    if isinstance(node, ast.If | ast.IfExp) and change == 0:
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return "condition negated"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and change == 0:
        node.op = ast.UAdd()
        return "sign dropped"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1 - 2 * change
        return f"number {'less' if change else 'more'} by 1"
    if isinstance(node, ast.Constant) and type(node.value) is bool and change == 0:
        node.value = not node.value
        return "true/false exchanged"
    return ""


def is_killed(mutant: Mutant, folder: Path) -> bool:
    """Return whether a test fails of the package in *folder* with the mutant in it."""
    path = folder / mutant.module
    whole = path.read_text("utf-8")
    path.write_text(mutant.source, "utf-8")
    tests = [f"tests/{name}" for name in MODULES[mutant.module].split()]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    try:
        ran = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        )
        return ran.returncode != 0
    except subprocess.TimeoutExpired:
        return True  # a test that does not end does not pass
    finally:
        path.write_text(whole, "utf-8")


def judged(chosen: Sequence[Site]) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant and whether it is killed; as many at once as there are processors."""
    folders, workers = SimpleQueue[Path](), os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(workers) as pool:
        for number in range(workers):
            folder = Path(name) / str(number)
            unlike = shutil.ignore_patterns(".*", "__pycache__", "build")
            folders.put(shutil.copytree(ROOT, folder, ignore=unlike))

        def one(site: Site) -> tuple[Mutant, bool]:
            folder, mutant = folders.get(), site.mutant()
            try:
                return mutant, is_killed(mutant, folder)
            finally:
                folders.put(folder)

        yield from pool.map(one, chosen)


def main() -> int:
    """Run the mutants that are asked for, and print those that survive."""
    parser = argparse.ArgumentParser(description="Mutation testing of what makes a number.")
    parser.add_argument("modules", nargs="*", default=list(MODULES))
    parser.add_argument("--sample", type=int, help="so many mutants, of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=ENOUGH, help="of 100, to exit with 0")
    asked = parser.parse_args()
    every = [site for module in asked.modules for site in sites(module)]
    told = [one for one in every if not any(part in one.before for part in SAME)]
    chosen = Random(asked.seed).sample(told, min(asked.sample or len(told), len(told)))
    survivors = []
    for number, (mutant, killed) in enumerate(judged(chosen), start=1):
        if not killed:
            survivors.append(mutant)
        sys.stderr.write(f"\r{number} of {len(chosen)}, {len(survivors)} survive")
    rate = 100 * (len(chosen) - len(survivors)) // max(1, len(chosen))
    sys.stdout.write(f"\n{len(chosen)} of {len(every)} mutants, {rate} % killed\n")
    for one in survivors:
        sys.stdout.write(f"{one.module}:{one.line}: {one.change}\n    {one.before}\n")
    return int(rate < asked.least)


if __name__ == "__main__":
    sys.exit(main())
