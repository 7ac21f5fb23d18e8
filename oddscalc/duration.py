"""How long a bet lasts: the exact distribution of the rolls to its decision."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import lcm

from oddscalc.chain import Chain


def decided(chain: Chain) -> Iterator[Fraction]:
    """Yield without end the probabilities that the bet is decided by roll 1, 2, 3, ...

    The chain is stepped forward exactly; what is missing from the sum to 1 is undecided still.
    """
    rows = chain.rows
    size = len(rows)
    scale = lcm(*map(rows.total, range(size)))
    steps = [
        [
            (after, ways * (scale // rows.total(state)))
            for after, ways in zip(targets, row, strict=True)
        ]
        for state, (targets, row) in enumerate(zip(rows.targets, rows.ways, strict=True))
    ]
    mass = dict(rows.start)  # in units of 1 / whole
    whole = sum(mass.values())
    while True:
        whole *= scale
        done, after_roll = 0, dict[int, int]()
        for state, here in mass.items():
            for after, ways in steps[state]:
                if after >= size:
                    done += here * ways
                else:
                    after_roll[after] = after_roll.get(after, 0) + here * ways
        yield Fraction(done, whole)
        mass = after_roll


def pmf(chain: Chain, rolls: int) -> list[Fraction]:
    """Return the probabilities that the bet is decided by roll 1, 2, ..., *rolls*.

    >>> from oddscalc.bets.catalogue import shipped
    >>> from oddscalc.bets.compile import compile_bet
    >>> from oddscalc.chain import explore
    >>> from oddscalc.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> pass_line = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
    >>> pmf(pass_line, 2)
    [Fraction(1, 3), Fraction(61, 324)]
    >>> longer_than(pass_line, 2)
    Fraction(155, 324)
    >>> quantile(pass_line, Fraction(1, 3)), quantile(pass_line)
    (1, 2)
    """
    return list(islice(decided(chain), rolls))


def longer_than(chain: Chain, rolls: int) -> Fraction:
    """Return the probability that the bet is undecided after *rolls* rolls."""
    return 1 - sum(pmf(chain, rolls), Fraction(0))


def quantile(chain: Chain, share: Fraction = Fraction(1, 2)) -> int:
    """Return the least number of rolls that decide the bet with probability *share* or more.

    Args:
        chain: the chain of the bet.
        share: below 1; the default asks for the median.

    Raises:
        ValueError: no number of rolls is enough for a *share* of 1.
    """
    if share >= 1:
        raise ValueError(f"a quantile at {share}; it must be below 1")
    total = Fraction(0)
    for rolls, probability in enumerate(decided(chain), start=1):
        total += probability
        if total >= share:
            return rolls
    raise AssertionError("decided() has no end")
