"""Solving a chain layer by layer, with one denominator for all amounts of a layer.

The layer of a component is the length of the longest way to it. What flows into the states of a
layer is passed on at once: its denominator grows by what all of them need, and no amount is reduced
on its own, so that a step is one multiplication and one addition of integers. Where that makes the
numbers long, or a component is large, the caller takes another road.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import elimination
from oddscalc._exact.budget import at
from oddscalc.errors import ChainError

MOST_BITS = 4_000
"""The longest denominator that is shared."""

MOST_STATES = 64
"""The most states of a component that is passed as one of a layer."""


_Part = tuple[int, dict[int, int], dict[int, int], int]
"""A component as it passes on what enters: the sum of the ways that lead out, these ways, the
visits of its states where somebody asks, and the rolls, all to be divided by that sum."""


class Layers:
    """The flow through a chain.

    Args:
        rows: the chain.
        every: whether the visits of every state are wanted.

    Attributes:
        above: what has flown into each node, and in the end the rolls that are thrown.
        stage: the layer in whose denominator that is reckoned.
        whole: the denominator of each layer.
        visits: the expected visits of each state; empty unless *every*.
    """

    def __init__(self, rows: Rows, *, every: bool) -> None:
        self.rows = rows
        self.every = every
        size = len(rows) + rows.ends + 1
        self.above = [0] * size
        self.stage = [0] * size
        self.whole = [sum(ways for _, ways in rows.start)]
        self.visits: dict[int, Fraction] = {}
        for state, ways in rows.start:
            self.above[state] += ways

    def amount(self, node: int) -> Fraction:
        """Return what has flown into *node*."""
        return Fraction(self.above[node], self.whole[self.stage[node]])

    def passed(self, parts: Sequence[Sequence[int]]) -> bool:
        """Pass everything on through *parts*, the components, each before its successors.

        Returns whether that was done; if not, the numbers are too long for it.

        Raises:
            ChainError: some part of the chain is never left.
        """
        if max(map(len, parts), default=0) > MOST_STATES:
            return False
        done = 0
        for layer in _layers(self.rows, parts):
            at("solving, states", done, len(self.rows))
            done += sum(map(len, layer))
            now = len(self.whole) - 1
            singles = self._singles(layer, now)
            parts_here = [part for states in layer if len(states) > 1
                          for part in self._parts(states, now)]  # fmt: skip
            step = lcm(*{leaving for _, _, leaving, _ in singles},
                       *{part[0] for _, part in parts_here})  # fmt: skip
            self.whole.append(self.whole[now] * step)
            if self.whole[-1].bit_length() > min(MOST_BITS, elimination.MOST_BITS):
                return False
            self._pass_singles(singles, step)
            for entered, (below, ways, visits, rolls) in parts_here:
                self._pass_part(entered * (step // below), ways, visits, rolls)
        return True

    def _singles(self, layer: Sequence[Sequence[int]], now: int) -> list[tuple[int, int, int, int]]:
        """Return each state that only itself leads back to, with what has entered it, and its ways.

        Those are the ways that lead on, and all of them.
        """
        above, stage, whole = self.above, self.stage, self.whole
        all_targets, all_ways = self.rows.targets, self.rows.ways
        singles = []
        for states in layer:
            state = states[0]
            entered = above[state]
            if len(states) > 1 or not entered:
                continue
            if stage[state] != now:
                entered *= whole[now] // whole[stage[state]]
            above[state] = 0
            targets, ways = all_targets[state], all_ways[state]
            rolled = leaving = sum(ways)
            if state in targets:
                leaving -= ways[targets.index(state)]
                if not leaving:
                    raise ChainError(elimination.NEVER_LEFT, code="never-ends")
            singles.append((state, entered, leaving, rolled))
        return singles

    def _parts(self, states: Sequence[int], now: int) -> Iterator[tuple[int, _Part]]:
        """Yield what has entered a component, if anything has, with how it passes that on."""
        entering = dict[int, int]()
        for state in states:
            if amount := self.above[state]:
                entering[state] = amount * (self.whole[now] // self.whole[self.stage[state]])
                self.above[state] = 0
        if not entering:
            return
        below, ways, visits, rolls = _hub(self.rows, states, entering) or self._eliminated(
            states, entering
        )
        entered = sum(entering.values())
        common = gcd(entered, below)
        entered, below = entered // common, below // common
        if (
            len(entering) > 1
            and (common := gcd(below, rolls, *ways.values(), *visits.values())) > 1
        ):
            below, rolls = below // common, rolls // common
            ways = {after: here // common for after, here in ways.items()}
            visits = {state: thrown // common for state, thrown in visits.items()}
        yield entered, (below, ways, visits, rolls)

    def _eliminated(self, states: Sequence[int], entering: dict[int, int]) -> _Part:
        """Return a component, its states eliminated."""
        common = gcd(*entering.values())
        entry = {state: amount // common for state, amount in entering.items()}
        if not self.every:
            ways, rolls = elimination.pass_through(self.rows, states, entry)
            return sum(ways.values()), ways, {}, rolls
        shares = elimination.visits(self.rows, states, entry)
        totals = {state: self.rows.total(state) for state in states}
        below = lcm(*(share.denominator * totals[state] for state, share in shares.items()))
        visits = {state: int(share * below) for state, share in shares.items()}
        ways = {}
        for state, visited in visits.items():
            each = visited // totals[state]
            for after, here in zip(self.rows.targets[state], self.rows.ways[state], strict=True):
                if after not in visits:
                    ways[after] = ways.get(after, 0) + each * here
        return below, ways, visits, sum(visits.values())

    def _pass_singles(self, singles: Sequence[tuple[int, int, int, int]], step: int) -> None:
        """Pass on what has entered single states, in the denominator of a new layer."""
        above, stage, whole = self.above, self.stage, self.whole
        all_targets, all_ways, visits = self.rows.targets, self.rows.ways, self.visits
        now, all_rolls, every = len(whole) - 1, 0, self.every
        for state, entered, leaving, rolled in singles:
            share = entered * (step // leaving)
            for after, ways in zip(all_targets[state], all_ways[state], strict=True):
                if stage[after] == now:
                    above[after] += share * ways
                elif after != state:
                    if before := above[after]:
                        before *= whole[now] // whole[stage[after]]
                    above[after], stage[after] = before + share * ways, now
            all_rolls += share * rolled
            if every:
                visits[state] = Fraction(share * rolled, whole[now])
        self._add(len(above) - 1, all_rolls)

    def _pass_part(
        self, share: int, ways: dict[int, int], visits: dict[int, int], rolls: int
    ) -> None:
        """Pass on what has entered a component, in the denominator of a new layer."""
        for after, here in ways.items():
            self._add(after, share * here)
        self._add(len(self.above) - 1, share * rolls)
        if self.every:
            for state, thrown in visits.items():
                self.visits[state] = Fraction(share * thrown, self.whole[-1])

    def _add(self, node: int, amount: int) -> None:
        """Add an amount in the denominator of the newest layer to what has flown into *node*."""
        now, since = len(self.whole) - 1, self.stage[node]
        if since != now:
            self.above[node] *= self.whole[now] // self.whole[since]
            self.stage[node] = now
        self.above[node] += amount


def _layers(rows: Rows, parts: Sequence[Sequence[int]]) -> list[list[Sequence[int]]]:
    """Return the components by the length of the longest way to each."""
    depth, targets = [0] * (len(rows) + rows.ends), rows.targets
    layers: list[list[Sequence[int]]] = []
    for states in parts:
        here = depth[states[0]] if len(states) == 1 else max([depth[state] for state in states])
        below = here + 1
        for state in states:
            for after in targets[state]:
                if depth[after] < below and after not in states:
                    depth[after] = below
        if here == len(layers):
            layers.append([])
        layers[here].append(states)
    return layers


def _hub(rows: Rows, states: Sequence[int], entering: Mapping[int, int]) -> _Part | None:
    """Return a component that is a hub with spokes; None if it is none.

    All other states lead to themselves, to the hub or out, as points do from a come-out: a hand
    goes round until it leaves. What enters a spoke is passed on from there once.

    Raises:
        ChainError: it is never left.
    """
    for hub in _candidates(rows, states):
        if spokes := _spokes(rows, states, hub):
            return _round(rows, hub, spokes, entering)
    return None


def _round(
    rows: Rows, hub: int, spokes: Mapping[int, _Spoke], entering: Mapping[int, int]
) -> _Part:
    """Return how a hub with spokes passes on what enters."""
    scale = lcm(*[leaving for leaving, *_ in spokes.values()])
    entered = entering.get(hub, 0) * scale  # the hub, at first or from a spoke, times the scale
    for spoke, amount in entering.items():
        if spoke != hub:
            entered += amount * (scale // spokes[spoke][0]) * spokes[spoke][2]
    visits, out = {hub: rows.total(hub) * scale}, dict[int, int]()
    for after, ways in zip(rows.targets[hub], rows.ways[hub], strict=True):
        if after in spokes:
            _lead(after, ways * (scale // spokes[after][0]), spokes, visits, out)
        elif after != hub:
            out[after] = out.get(after, 0) + ways * scale
    whole = sum(out.values())
    if not whole:
        raise ChainError(elimination.NEVER_LEFT, code="never-ends")
    if len(entering) > 1 or hub not in entering:
        visits = {state: entered * times for state, times in visits.items()}
        out = {after: entered * ways for after, ways in out.items()}
        for spoke, amount in entering.items():
            if spoke != hub:
                _lead(spoke, whole * amount * (scale // spokes[spoke][0]), spokes, visits, out)
    return sum(out.values()), out, visits, sum(visits.values())


def _lead(
    spoke: int, each: int, spokes: Mapping[int, _Spoke], visits: dict[int, int], out: dict[int, int]
) -> None:
    """Add what comes of entering a spoke, *each* times the ways that lead on from it."""
    _, total, _, leading_out = spokes[spoke]
    visits[spoke] = visits.get(spoke, 0) + each * total
    for beyond, here in leading_out:
        out[beyond] = out.get(beyond, 0) + each * here


def _candidates(rows: Rows, states: Sequence[int]) -> Iterator[int]:
    """Yield what may be the hub: where the first state leads, or that state."""
    inside = set(states).intersection(rows.targets[states[0]]) - {states[0]}
    if len(inside) == 1:
        yield from inside
    yield states[0]


_Spoke = tuple[int, int, int, list[tuple[int, int]]]
"""The ways that lead on from a spoke, all its ways, those to the hub, and the steps out."""


def _spokes(rows: Rows, states: Sequence[int], hub: int) -> dict[int, _Spoke] | None:
    """Return all states but the hub; None if one leads to another."""
    inside, spokes = set(states), dict[int, _Spoke]()
    for state in states:
        if state == hub:
            continue
        total = leaving = sum(rows.ways[state])
        back, leading_out = 0, []
        for step in zip(rows.targets[state], rows.ways[state], strict=True):
            after = step[0]
            if after not in inside:
                leading_out.append(step)
            elif after == state:
                leaving -= step[1]
            elif after == hub:
                back = step[1]
            else:
                return None
        spokes[state] = leaving, total, back, leading_out
    return spokes
