"""The probability generating function of the rolls to a decision, a rational function of z.

G(z) is the sum of P(N = n) z**n over the rolls n. The masses that are stepped forward in integers
obey the recurrence whose coefficients are the denominator of G in z/36 (with fair dice), and it
is no longer than the chain has states. So twice as many rolls as states determine it, and the
shortest recurrence that holds for all of them is a proof: a quotient of polynomials of no higher
degree that agrees with G on so many terms is G.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import gcd

from oddscalc._bets.automaton import Outcome
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration.law import Given
from oddscalc._chain.duration.stepping import arrivals, scale_of
from oddscalc._questions.symbols.recurrence import shortest_recurrence
from oddscalc.errors import RuleError

MAX_STATES = 500
"""States of a chain whose generating function is worked out."""

_WORK = 1_000_000_000  # states cubed, times the bits that a roll adds to the masses


@dataclass(frozen=True)
class GeneratingFunction:
    """A quotient of polynomials in z, in lowest terms.

    Args:
        numerator: its integer coefficients, of z**0, z**1, ...
        denominator: likewise; the first is positive, and no prime divides all of both.

    >>> geometric = GeneratingFunction((0, 11), (36, -25))
    >>> geometric.at(Fraction(1)), geometric.slope(Fraction(1))
    (Fraction(1, 1), Fraction(36, 11))
    >>> geometric.probabilities(3)
    [Fraction(11, 36), Fraction(275, 1296), Fraction(6875, 46656)]
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    def at(self, z: Fraction) -> Fraction:
        """Return the value at *z*; at 1 it is the probability of the outcomes it is of."""
        return _value(self.numerator, z) / _value(self.denominator, z)

    def slope(self, z: Fraction) -> Fraction:
        """Return the derivative at *z*; at 1 it is E[N], over the outcomes it is of."""
        above, below = _value(self.numerator, z), _value(self.denominator, z)
        steep, flat = _value(_derived(self.numerator), z), _value(_derived(self.denominator), z)
        return (steep * below - above * flat) / below**2

    def probabilities(self, rolls: int) -> list[Fraction]:
        """Return the coefficients of z**1, z**2, ...: the probabilities of *rolls* rolls."""
        series: list[Fraction] = []
        for n in range(rolls + 1):
            known = sum(
                (c * series[n - i] for i, c in enumerate(self.denominator[: n + 1]) if i),
                Fraction(0),
            )
            own = self.numerator[n] if n < len(self.numerator) else 0
            series.append((own - known) / self.denominator[0])
        return series[1:]


def generating_function(chain: Chain, given: Given = None) -> GeneratingFunction:
    """Return the generating function of the rolls to a decision by one of the outcomes *given*.

    Its coefficients are the probabilities that the bet is decided by roll n, and so: where only
    some outcomes are given, they sum to the probability of these, and not to 1.

    Args:
        chain: the chain of the bet.
        given: the outcomes; None for all.

    Raises:
        RuleError: the chain is too large. The probabilities of single rolls, mean and variance
            have no such limit.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> pass_line = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
    >>> pgf = generating_function(pass_line)
    >>> pgf.at(Fraction(1)), pgf.slope(Fraction(1)), pgf.probabilities(2)
    (Fraction(1, 1), Fraction(557, 165), [Fraction(1, 3), Fraction(61, 324)])
    >>> from oddscalc._questions.symbols.polynomials import factored_text
    >>> print(factored_text(pgf.denominator))
    3 (4 - 3 z) (18 - 13 z) (36 - 25 z)
    """
    ends = [n for n, outcome in enumerate(chain.outcomes) if given is None or outcome in given]
    return _of_masses(chain, [sum(at[end] for end in ends) for at in _masses(chain)])


def generating_functions(chain: Chain) -> dict[Outcome, GeneratingFunction]:
    """Return ``generating_function`` for each outcome by itself; they add up to that for all.

    Raises:
        RuleError: the chain is too large.

    >>> from oddscalc._chain.duration.hand import hand
    >>> [pgf] = generating_functions(hand()).values()
    >>> pgf.denominator  # the quartic of Ethier and Hoppe
    (23328, -58320, 51534, -18321, 1975)
    """
    masses = _masses(chain)
    return {
        outcome: _of_masses(chain, [at[end] for at in masses])
        for end, outcome in enumerate(chain.outcomes)
    }


def _masses(chain: Chain) -> list[list[int]]:
    """Return the masses that arrive at each end, for twice as many rolls as there are states."""
    states, bits = len(chain.rows), scale_of(chain.rows).bit_length()
    if states > MAX_STATES:
        raise RuleError(
            f"a chain of {states:,} states; the generating function is worked out for at most"
            f" {MAX_STATES:,}, probabilities of single rolls, mean and variance have no such limit",
            code="too-many-states",
        )
    if states**3 * bits > _WORK:
        raise RuleError(
            f"a chain of {states:,} states with dice whose weights have a common denominator of"
            f" {bits:,} bits: its generating function is too long",
            code="numbers-too-long",
        )
    return list(islice(arrivals(chain.rows), 2 * states))


def _of_masses(chain: Chain, masses: Sequence[int]) -> GeneratingFunction:
    """Return the function of which masses n, in units of 1 / (w s**n), are the coefficients."""
    recurrence = shortest_recurrence(masses)
    length = len(recurrence) - 1
    scale, whole = scale_of(chain.rows), sum(ways for _, ways in chain.rows.start)
    powers = [scale ** (length - n) for n in range(length + 1)]
    starting = [
        sum(recurrence[i] * masses[n - i] for i in range(n + 1)) for n in range(length)
    ]  # the product of recurrence and masses, which is 0 from here on
    above = [0, *(n * power for n, power in zip(starting, powers[1:], strict=True))]
    below = [whole * c * power for c, power in zip(recurrence, powers, strict=True)]
    common = gcd(*above, *below)
    return GeneratingFunction(
        _stripped([n // common for n in above]), _stripped([n // common for n in below])
    )


def _stripped(coefficients: Sequence[int]) -> tuple[int, ...]:
    """Return *coefficients* without the zeros above the highest power."""
    length = len(coefficients)
    while length > 1 and not coefficients[length - 1]:
        length -= 1
    return tuple(coefficients[:length])


def _value(coefficients: Sequence[int], z: Fraction) -> Fraction:
    """Return the value of a polynomial, by Horner's rule."""
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * z + coefficient
    return value


def _derived(coefficients: Sequence[int]) -> list[int]:
    return [n * coefficient for n, coefficient in enumerate(coefficients)][1:]
