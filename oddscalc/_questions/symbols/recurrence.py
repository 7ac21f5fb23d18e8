"""The shortest linear recurrence of a sequence of integers, found modulo primes and then proven.

Source: Massey, Shift-register synthesis and BCH decoding, IEEE Transactions on Information
Theory 15 (1969). What it finds modulo primes is put together by the Chinese remainder theorem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from sympy import prevprime

_FIRST_PRIME = 2**61


def shortest_recurrence(sequence: Sequence[int]) -> list[int]:
    """Return c with c[0] = 1 and c[0] s[n] + c[1] s[n - 1] + ... = 0 for all n >= len(c) - 1.

    No shorter c does it for the whole *sequence* s. If s is known to go on by a recurrence of no
    more than half its length, then that is c, and it holds for good.

    Args:
        sequence: integers, the first terms of a power series that is a quotient of polynomials
            with integer coefficients, at least twice as many as these have degrees. Then c is
            integer too (Fatou's lemma).

    >>> shortest_recurrence([1, 1, 2, 3, 5, 8, 13, 21])
    [1, -1, -1]
    >>> shortest_recurrence([7, 0, 0, 0])  # over after the first
    [1, 0]
    """
    recurrence: list[int] = []
    modulus = 1
    for prime in _primes():
        residues = _berlekamp_massey([term % prime for term in sequence], prime)
        if len(residues) < len(recurrence):
            continue  # modulo this prime the sequence is simpler than it is
        if len(residues) > len(recurrence):
            recurrence, modulus = residues, prime  # and so it was modulo all before
            continue
        inverse = pow(modulus, -1, prime)
        lifts = [
            (new - old) * inverse % prime for old, new in zip(recurrence, residues, strict=True)
        ]
        # Every coefficient is between -modulus/2 and modulus/2; then so is the lift.
        lifts = [lift - prime if 2 * lift > prime else lift for lift in lifts]
        if not any(lifts) and _holds(recurrence, sequence):
            return recurrence
        recurrence = [old + modulus * lift for old, lift in zip(recurrence, lifts, strict=True)]
        modulus *= prime
    raise AssertionError("there is no end of primes")


def _primes() -> Iterator[int]:
    prime = _FIRST_PRIME
    while True:
        prime = int(prevprime(prime))
        yield prime


def _holds(recurrence: Sequence[int], sequence: Sequence[int]) -> bool:
    """Return whether *found* holds for the whole sequence, in integers."""
    length = len(recurrence) - 1
    backwards = sequence[::-1]
    return not any(
        sum(map(mul, recurrence, backwards[len(sequence) - 1 - n :]))
        for n in range(length, len(sequence))
    )


def _berlekamp_massey(sequence: Sequence[int], prime: int) -> list[int]:
    """Return the shortest recurrence modulo *prime*, with residues between -prime/2 and prime/2."""
    backwards = sequence[::-1]
    recurrence, shorter = [1], [1]  # the recurrence, and the last one that was shorter
    length, since, missed = 0, 1, 1
    for n in range(len(sequence)):
        miss = sum(map(mul, recurrence, backwards[len(sequence) - 1 - n :])) % prime
        if not miss:
            since += 1
            continue
        factor = miss * pow(missed, -1, prime) % prime
        mended = recurrence + [0] * (since + len(shorter) - len(recurrence))
        for place, value in enumerate(shorter, start=since):
            mended[place] = (mended[place] - factor * value) % prime
        if 2 * length <= n:
            length, since, missed, shorter = n + 1 - length, 1, miss, recurrence
        else:
            since += 1
        recurrence = mended
    recurrence += [0] * (length + 1 - len(recurrence))
    return [value - prime if 2 * value > prime else value for value in recurrence]
