"""The page of the results, ``docs/benchmarks.md``."""

from __future__ import annotations

from benchmarks import tables
from benchmarks.goals import LARGE, NEAR_LINEAR, Verdict
from benchmarks.growth import TITLES
from benchmarks.randomchains import CHAINS
from benchmarks.ratios import LARGEST
from benchmarks.results import Results

INTRODUCTION = """\
# Benchmarks

How long the exact solver takes, beside other exact solvers and beside its own goals. Every answer
was compared with the peer's: they are the same fractions. This page is written by
`python -m benchmarks`; nothing on it is written by hand.
"""

GOALS = f"""\
## Goals

A goal about other solvers counts on every chain of {LARGE} states or more, against plain Python,
without gmpy2. "Missed on" and "open on" name the chains that keep it from being met; open is where
a peer was stopped, or not tried, before the goal was certain. Growth is near linear when time
grows with the power {NEAR_LINEAR} or less over the {LARGEST} largest sizes.
"""

SOLVING = """\
## Solving

The chains and the best times of our solver. *Widest* is the number of states that all lead to each
other; *bits* is the length of the longest denominator of the answer. *Plain* is with Python's own
integers, *gmpy2* with those of the extra `fast`. Our times are those of all
ends at once and of the expected rolls.
"""

PEERS = """\
How many times as long the others take as ours in plain Python, each in its quickest way. A number
after `>` is a bound: the peer was stopped. A `-` was not tried, because the peer had been stopped
on a smaller chain of the family, or would have filled the memory.

* **Storm** with exact arithmetic, one query for each end, by the quickest of its solvers of
  linear equations (topological, Eigen, elimination). First with the reading of the chain from a
  file in its own format, then the checking alone.
* **Storm at once**: the distribution in the long run, which has the probabilities of all ends in
  one query. With and without the reading.
* **icepool** maps the start until nothing changes any more; **sympy** reduces the matrix of all
  equations, in the order of the components; **flint** solves the dense system of them. The time to
  hand them the chain is left out.
"""

BETS = """\
## From a bet's TOML to the answer

Reading the bet, compiling it, exploring its chain, making the networkx graph, solving; beside the
time that Storm takes to check the same chain, already read. The hot roller is lumped: its groups
that match are counted together.
"""

GROWTH = """\
## Growth

Plain Python, without networkx; each size in a process of its own. *Chain* and *peak* are the most
memory that the process had taken when the chain was there and when it was solved; *ns/bit* is the
time for each state and each bit of the answer.

![Time and memory against edges](benchmarks/growth.svg)
![Time of the bankroll against the size of its numbers](benchmarks/bankroll.svg)
"""

STARTUP = """\
## Whole processes

Each command and its yardstick were run in turn, from start to end; the times and the
ratio are medians, the ratio that of each run to the yardstick's next to it. A first run finds an
empty cache directory.
"""

METHOD = f"""\
## How it is measured

Every measurement runs in a process of its own, in which ours and the other are timed in turn, and
the best times of each are compared. A time is that for which the processor was busy, which other
processes on the machine disturb little; only whole processes are timed by the clock. Imports are
not counted, but for the whole processes. Ours is timed without gmpy2 wherever it is compared.

Before anything is timed, {CHAINS} random chains are solved by all: by ours in each of its ways, by
Storm, icepool, sympy and flint.

```text
pip install -e ".[bench]"
python -m benchmarks --quick
python -m benchmarks --date YYYY-MM-DD
python -m pytest benchmarks/bench_solve.py
```

The first run is a smoke test and writes nothing, the second writes this page. `--patient` waits
for icepool until its goal is settled. The last command times our solver and its peers
with pytest-benchmark, which can keep the times and compare two versions of ours.
"""


def page(results: Results, verdicts: list[Verdict]) -> str:
    """Return the page."""
    parts = [INTRODUCTION, _machine(results), GOALS, tables.markdown(tables.goals(verdicts))]
    parts += [SOLVING, tables.markdown(tables.chains(results))]
    parts += [PEERS, tables.markdown(tables.peers(results))]
    parts += [BETS, tables.markdown(tables.bets(results)), GROWTH]
    for family, title in TITLES.items():
        grown = tables.markdown(tables.growth(results, family))
        parts += [f"### {title[0].upper()}{title[1:]}", grown]
    parts += [STARTUP, tables.markdown(tables.startup(results)), METHOD]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _machine(results: Results) -> str:
    """Return what the results were measured on."""
    return tables.markdown((["", ""], [list(fact) for fact in results.machine.items()]))
