"""The exact distribution of the rolls to a decision: each roll's probability, tails, quantiles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import islice

from oddscalc._bets.automaton import Outcome
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration.stepping import MOST_LISTED, arrivals, most_rolls, scale_of
from oddscalc._chain.solve import solve
from oddscalc.errors import LimitError, RuleError

Given = Collection[Outcome] | None
"""The outcomes that are given to come about; None for all."""


def decided(chain: Chain, given: Given = None) -> Iterator[Fraction]:
    """Yield without end the probabilities that the bet is decided by roll 1, 2, 3, ...

    They are conditional on the outcomes *given*. What is missing from the sum to 1 is undecided
    still.

    Raises:
        RuleError: none of the outcomes given can come about.

    >>> from oddscalc._chain.duration.hand import hand
    >>> tuple(next(rolls) for rolls in [decided(hand())] for _ in range(3))
    (Fraction(0, 1), Fraction(1, 9), Fraction(227, 1944))
    """
    chance = probability_of(chain, given)
    for now, _, whole in _masses(chain, given):
        yield Fraction(now * chance.denominator, whole * chance.numerator)


def pmf(chain: Chain, rolls: int, given: Given = None) -> list[Fraction]:
    """Return the probabilities that the bet is decided by roll 1, 2, ..., *rolls*.

    Args:
        chain: the chain of the bet.
        rolls: how many.
        given: the outcomes that the probabilities are conditional on; None for all.

    Raises:
        NumberError: more rolls than a chain of its size is followed.
        RuleError: none of the outcomes given can come about.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> pass_line = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
    >>> pmf(pass_line, 2)
    [Fraction(1, 3), Fraction(61, 324)]
    >>> pmf(pass_line, 1, given=pass_line.outcomes[:1])  # of those that are won
    [Fraction(55, 122)]
    """
    _refuse_many(chain, rolls, listed=True)
    return list(islice(decided(chain, given), rolls))


def cdf(chain: Chain, rolls: int, given: Given = None) -> list[Fraction]:
    """Return the probabilities that the bet is decided within 1, 2, ..., *rolls* rolls.

    The arguments and errors are those of ``pmf``.

    >>> from oddscalc._chain.duration.hand import hand
    >>> cdf(hand(), 3)
    [Fraction(0, 1), Fraction(1, 9), Fraction(443, 1944)]
    """
    _refuse_many(chain, rolls, listed=True)
    chance = probability_of(chain, given)
    return [
        Fraction(sofar * chance.denominator, whole * chance.numerator)
        for _, sofar, whole in islice(_masses(chain, given), rolls)
    ]


def longer_than(chain: Chain, rolls: int, given: Given = None) -> Fraction:
    """Return the probability that the bet is undecided after *rolls* rolls.

    The arguments and errors are those of ``pmf``.

    >>> from oddscalc._chain.duration.hand import hand
    >>> longer_than(hand(), 2)
    Fraction(8, 9)
    """
    if rolls <= 0:
        return Fraction(1)
    _refuse_many(chain, rolls, listed=False)
    chance = probability_of(chain, given)
    _, sofar, whole = next(islice(_masses(chain, given), rolls - 1, None))
    return 1 - Fraction(sofar * chance.denominator, whole * chance.numerator)


def at_least(chain: Chain, rolls: int, given: Given = None) -> Fraction:
    """Return the probability that it takes *rolls* rolls or more to decide the bet.

    The arguments and errors are those of ``pmf``.

    >>> from oddscalc._chain.duration.hand import hand
    >>> at_least(hand(), 3)
    Fraction(8, 9)
    """
    _refuse_many(chain, rolls, listed=False)
    return longer_than(chain, rolls - 1, given)


def quantile(chain: Chain, share: Fraction = Fraction(1, 2), given: Given = None) -> int:
    """Return the least number of rolls that decide the bet with probability *share* or more.

    Args:
        chain: the chain of the bet.
        share: below 1; the default asks for the median.
        given: the outcomes that the probabilities are conditional on; None for all.

    Raises:
        ValueError: no number of rolls is enough for a *share* of 1.
        NumberError: it is more rolls than a chain of its size is followed.
        RuleError: none of the outcomes given can come about.

    >>> from oddscalc._chain.duration.hand import hand
    >>> quantile(hand()), quantile(hand(), Fraction(9, 10))
    (6, 17)
    """
    (rolls,) = quantiles(chain, [share], given)
    if rolls is None:
        raise LimitError(
            f"the quantile at a share so near to 1 lies beyond roll {most_rolls(chain.rows):,},"
            f" the last to which a chain of {chain.rows.edges:,} steps is followed"
        )
    return rolls


def quantiles(chain: Chain, shares: Sequence[Fraction], given: Given = None) -> list[int | None]:
    """Return ``quantile`` for each of *shares*; None where that is too many rolls.

    Raises:
        ValueError: a share is not below 1.
        RuleError: none of the outcomes given can come about.

    >>> from oddscalc._chain.duration.hand import hand
    >>> quantiles(hand(), [Fraction(1, 2), Fraction(99, 100)])
    [6, 33]
    """
    for share in shares:
        if share >= 1:
            raise ValueError(f"a quantile at {share}; it must be below 1")
    chance = probability_of(chain, given)
    quantile_at = dict[int, int]()
    wanted = sorted(range(len(shares)), key=shares.__getitem__)
    masses = islice(_masses(chain, given), most_rolls(chain.rows))
    for rolls, (_, sofar, whole) in enumerate(masses, start=1):
        left = chance.numerator * whole - chance.denominator * sofar
        while len(quantile_at) < len(shares):
            place = wanted[len(quantile_at)]
            rest = 1 - shares[place]
            if _exceeds(left, rest.denominator, rest.numerator * chance.numerator, whole):
                break
            quantile_at[place] = rolls
        else:
            break
    return [quantile_at.get(place) for place in range(len(shares))]


def _exceeds(a: int, b: int, c: int, d: int) -> bool:
    """Return whether a b > c d, for a of 0 or more and others above 0.

    Long numbers are multiplied only if their lengths leave it open.
    """
    bits = a.bit_length() + b.bit_length() - c.bit_length() - d.bit_length()
    return a > 0 and (bits > 1 or (bits > -2 and a * b > c * d))


def probability_of(chain: Chain, given: Given) -> Fraction:
    """Return the probability that one of the outcomes *given* comes about.

    Raises:
        RuleError: it is 0.

    >>> from oddscalc._chain.duration.hand import hand
    >>> probability_of(hand(), hand().outcomes)
    Fraction(1, 1)
    """
    if given is None:
        return Fraction(1)
    chances = solve(chain).probabilities
    chance = sum((p for outcome, p in chances.items() if outcome in given), Fraction(0))
    if not chance:
        names = ", ".join(map(str, given))
        raise RuleError(
            f"{names} cannot come about, so there are no rolls to it", code="impossible"
        )
    return chance


def _masses(chain: Chain, given: Given) -> Iterator[tuple[int, int, int]]:
    """Yield for each roll the mass that arrives with it, all so far, and the whole they are of."""
    ends = [n for n, outcome in enumerate(chain.outcomes) if given is None or outcome in given]
    scale, sofar = scale_of(chain.rows), 0
    whole = sum(ways for _, ways in chain.rows.start)
    for arrived in arrivals(chain.rows):
        now = sum(arrived[end] for end in ends)
        sofar = sofar * scale + now
        whole *= scale
        yield now, sofar, whole


def _refuse_many(chain: Chain, rolls: int, *, listed: bool) -> None:
    most = most_rolls(chain.rows)
    if listed and rolls > MOST_LISTED < most:
        raise LimitError(f"{rolls:,} rolls are too many to list: the limit is {MOST_LISTED:,}")
    if rolls > most:
        raise LimitError(
            f"{rolls:,} rolls are too many: a chain of {chain.rows.edges:,} steps is followed for"
            f" at most {most:,}"
        )
