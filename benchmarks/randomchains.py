"""Small random chains, on which every solver must give the same fractions."""

from __future__ import annotations

from random import Random

from oddscalc._chain.rows import Rows

CHAINS = 250
"""How many of them are solved."""


def random_chain(seed: int) -> Rows:
    """Return an absorbing chain of 2 to 12 states, the same for the same *seed*.

    Its states fall into blocks: inside a block any state can lead to any other, and a block leads
    only to later ones. Some states have one way out, some lead back to themselves, some chains
    start in several states.
    """
    random = Random(seed)
    states, ends = random.randint(2, 12), random.randint(1, 4)
    size, block = states + ends, random.randint(1, 5)
    targets, ways = [], []
    for state in range(states):
        first = state - state % block
        most = 1 if random.random() < 0.15 else min(5, size - first)
        after = random.sample(range(first, size), random.randint(1, most))
        targets.append(tuple(after))
        ways.append(tuple(random.randint(1, random.choice((3, 36, 10**6))) for _ in after))
    for state in Rows(targets, ways, [(0, 1)], ends).stuck():
        targets[state] = (*targets[state], states + random.randrange(ends))
        ways[state] = (*ways[state], random.randint(1, 36))
    several = random.sample(range(states), min(states, 3)) if random.random() < 0.2 else [0]
    return Rows(targets, ways, [(state, random.randint(1, 9)) for state in several], ends)
