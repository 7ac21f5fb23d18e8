"""Checking a certificate: a file of integers that proves what a bet is worth.

This is the whole checker; it solves nothing and imports nothing of oddscalc. A certificate holds
an absorbing chain with start b and rows P, and y, which times the whole of its row is x. Checked
are, exactly: that rows and start sum to 1; that every state leads to an outcome, so that the
equations have one solution; that x = Px + b; that probabilities, rolls, moments and edges follow;
that no name stands twice or says other than the law's result, and that no money is impossible.
States are numbered from 0, then outcomes; all else is in hexadecimal and lowest terms; money in
units of 1/unit. Whether chain and prices are those of the bet in the header is not checked here:
``oddscalc verify`` derives them again. ``python verify.py FILE...`` runs this file alone.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from math import gcd
from operator import ge, gt, mul
from pathlib import Path
from typing import Any

FORMAT, OLDER = "oddscalc certificate 2", "oddscalc certificate 1"
_INTEGER = re.compile(r"-?(0|[1-9a-f][0-9a-f]{0,19999})")
_FRACTION = re.compile(r"-?(0|[1-9a-f][0-9a-f]{0,19999})/[1-9a-f][0-9a-f]{0,19999}")
_INTEGERS, _ROW = [_INTEGER], {"whole": _INTEGER, "ways": [(int, _INTEGER)]}
_OLDER_SHAPE = {
    "format": OLDER, "seal": str, "about": [(str, str)], "start": _ROW, "rows": [_ROW],
    "scale": _INTEGER, "y": _INTEGERS, "unit": _INTEGER, "nets": _INTEGERS, "moments": [_FRACTION],
    "outcomes": [{"result": str, "name": str, "probability": _FRACTION}], "win": _FRACTION,
    "lose": _FRACTION, "push": _FRACTION, "expected_rolls": _FRACTION, "bases": [
        {"basis": str, "staked": _INTEGERS, "returned": _INTEGERS, "claims": [_FRACTION]}],
}  # fmt: skip
_SHAPE = _OLDER_SHAPE | {"format": FORMAT, "digests": [(str, str)]}
_HEADER = (
    *("bet", "rules", "reading", "paytable", "from", "at", "working", "dice", "odds", "vig"),
    *("pays", "stake", "unit", "round", "key", "until"),
)
"""The words of a header; the first four are in every one."""
_DIGESTS, _DIGEST = ("rules", "bets", "paytable"), re.compile(r"[0-9a-f]{64}")
_BASES: dict[str, tuple[set[str], ...]] = {
    "stake": ({"stake"}, {"stake", "outlay"}),
    "odds": ({"action", "stake"},),
    "stakes": (
        *({"stakes"}, {"stakes", "outlay"}),
        *({"action", "stakes"}, {"action", "stakes", "outlay"}),
    ),
}
"""What the edges can be shares of: of a bet, of one with odds, of several made together."""
_PROVEN = (
    "proven, of the chain and prices in this file;"
    " that they are those of the header is not checked here"
)
_RESULTS = ("win", "lose", "push")


class CertificateError(ValueError):
    """The text is no certificate, or a part is missing or of another shape."""


def verify(text: str) -> list[str]:
    """Return what does not hold in the certificate, or list of them, *text*; nothing if all does.

    Raises:
        CertificateError: it does not even call itself one.
    """
    return [problem for certificate in certificates(text) for problem in problems(certificate)]


def certificates(text: str) -> list[dict[str, Any]]:
    """Return the certificates in *text*, as they stand there.

    Raises:
        CertificateError: it is no JSON, a word stands twice in one object, or it is no certificate.
    """
    try:
        raw = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"it is no JSON: {error}") from None
    several = raw if isinstance(raw, list) and raw else [raw]
    for item in several:
        if not isinstance(item, dict) or item.get("format") not in (FORMAT, OLDER):
            raise CertificateError(f"its format is not {FORMAT!r}")
    return several


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(fields := dict(pairs)) < len(pairs):
        raise ValueError(f"a word stands twice in one object: {', '.join(k for k, _ in pairs)}")
    return fields


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def problems(raw: dict[str, Any]) -> Iterator[str]:
    """Yield what does not hold in one certificate."""
    try:
        fields = _read(raw, _SHAPE if raw["format"] == FORMAT else _OLDER_SHAPE, "certificate")
        if fields["seal"] != seal_of(raw):
            yield "the seal is not that of the content"
        for check in (_words, _rows, _absorption, _equations, _value, _money):
            if wrong := list(check(fields)):
                return (yield from wrong)  # the rest would build on what does not hold
    except CertificateError as error:
        yield str(error)


def seal_of(raw: dict[str, Any]) -> str:
    """Return the SHA-256 of all that a certificate holds beside its seal."""
    return sha256(json.dumps({**raw, "seal": ""}, sort_keys=True).encode()).hexdigest()


def _read(value: Any, shape: Any, where: str) -> Any:
    """Return *value* with its numbers read, if it is of the *shape*."""
    if isinstance(shape, dict) and isinstance(value, dict) and value.keys() == shape.keys():
        return {key: _read(value[key], inner, f"{where}.{key}") for key, inner in shape.items()}
    if isinstance(shape, list) and isinstance(value, list):
        return [_read(item, shape[0], f"{where}[{n}]") for n, item in enumerate(value)]
    if isinstance(shape, tuple) and isinstance(value, list) and len(value) == len(shape):
        return tuple(_read(*both, where) for both in zip(value, shape, strict=True))
    if value == shape or type(value) is shape:
        return value
    if isinstance(shape, re.Pattern) and isinstance(value, str) and shape.fullmatch(value):
        ratio = Fraction(*(int(part, 16) for part in value.split("/")))
        if value in (f"{ratio.numerator:x}", f"{ratio.numerator:x}/{ratio.denominator:x}"):
            return ratio.numerator if shape is _INTEGER else ratio
    raise CertificateError(f"{where} is not what it should be")


def _words(fields: dict[str, Any]) -> Iterator[str]:
    """Check names: each stands once, is known, and says what the result in law is."""
    words = [key for key, _ in fields["about"]]
    bases = [basis["basis"] for basis in fields["bases"]]
    names = [each["name"] for each in fields["outcomes"]]
    named = [("header", name) for name in words] + [("outcomes", name) for name in names]
    for (what, name), times in Counter(named + [("bases", name) for name in bases]).items():
        if times > 1:
            yield f"{name!r} stands {times} times in the {what}"
    for outcome in fields["outcomes"]:
        parts = {part.partition(" ")[0] for part in outcome["name"].split("; ")}
        result = "win" if "win" in parts else "lose" if parts == {"lose"} else "push"
        if not parts <= set(_RESULTS) or outcome["result"] != result:
            yield f"the outcome {outcome['name']!r} is called {outcome['result']!r}"
    if fields["format"] == FORMAT:
        yield from _header(fields, words, bases)


def _header(fields: dict[str, Any], words: Sequence[str], bases: Sequence[str]) -> Iterator[str]:
    """Check that the header has the words that it needs and no other."""
    if missing := [word for word in _HEADER[:4] if word not in words]:
        yield f"the header lacks {', '.join(missing)}"
    if strange := [word for word in words if word not in _HEADER]:
        yield f"the header has words that mean nothing: {', '.join(strange)}"
    digests = fields["digests"]
    if [key for key, _ in digests] != list(_DIGESTS):
        yield f"the digests are not those of {', '.join(_DIGESTS)}"
    if not all(_DIGEST.fullmatch(digest) for _, digest in digests):
        yield "a digest is no SHA-256"
    asked = "stakes" if "until" in words else "odds" if "odds" in words else "stake"
    if (bases or fields["nets"]) and set(bases) not in _BASES[asked]:
        yield f"the bases of this bet cannot be {', '.join(bases) or 'none'}"


def _rows(fields: dict[str, Any]) -> Iterator[str]:
    states, nodes = len(fields["rows"]), len(fields["rows"]) + len(fields["outcomes"])
    for number, row in enumerate([fields["start"], *fields["rows"]], start=-1):
        name, among = (f"row {number}", nodes) if row is not fields["start"] else ("start", states)
        steps = dict(row["ways"])
        if len(steps) < len(row["ways"]) or not all(0 <= n < among and steps[n] > 0 for n in steps):
            raise CertificateError(f"{name}: a step leads nowhere, twice or by no way")
        if sum(steps.values()) != row["whole"]:
            yield f"{name} does not sum to 1"


def _absorption(fields: dict[str, Any]) -> Iterator[str]:
    states = len(fields["rows"])
    before: list[list[int]] = [[] for _ in range(states + len(fields["outcomes"]))]
    for state, row in enumerate(fields["rows"]):
        for node, _ in row["ways"]:
            before[node].append(state)
    decided, frontier = set[int](), list(range(states, len(before)))
    while frontier:
        new = set(before[frontier.pop()]) - decided
        decided |= new
        frontier += new
    yield from (f"state {n} leads to no outcome" for n in sorted(set(range(states)) - decided))


def _equations(fields: dict[str, Any]) -> Iterator[str]:
    y, scale, whole = fields["y"], fields["scale"], fields["start"]["whole"]
    if len(y) != len(fields["rows"]) or min([*y, scale, whole, fields["unit"]]) <= 0:
        raise CertificateError("the solution lacks a positive number")
    if gcd(scale, *y) > 1:
        yield "the solution is not in lowest terms"
    flow = [0] * (len(y) + len(fields["outcomes"]))
    for here, row in zip(y, fields["rows"], strict=True):
        for node, ways in row["ways"]:
            flow[node] += here * ways
    starting, x = dict(fields["start"]["ways"]), []
    for state, (here, row) in enumerate(zip(y, fields["rows"], strict=True)):
        x.append(here * row["whole"])
        if (x[state] - flow[state]) * whole != starting.get(state, 0) * scale:
            yield f"x = Px + b does not hold in state {state}"
    for outcome, arrived in zip(fields["outcomes"], flow[len(y) :], strict=True):
        if not arrived or Fraction(arrived, scale) != outcome["probability"]:
            yield f"the probability of {outcome['name']} is not what flows into it"
    if Fraction(sum(x), scale) != fields["expected_rolls"]:
        yield "the expected rolls are not the sum of x"


def _value(fields: dict[str, Any]) -> Iterator[str]:
    scale, unit, bases = fields["scale"], fields["unit"], fields["bases"]
    chances = [int(outcome["probability"] * scale) for outcome in fields["outcomes"]]
    results = list(zip(chances, (outcome["result"] for outcome in fields["outcomes"]), strict=True))
    legal = {key: sum(n for n, word in results if word == key) for key in ("win", "lose", "push")}
    if sum(legal.values()) != scale or any(fields[key] * scale != n for key, n in legal.items()):
        yield "win, lose and push are not those of the outcomes, or do not sum to 1"
    if not fields["nets"] and not fields["moments"] and not bases:
        return  # without prices nothing more is claimed
    money = [fields["nets"], *(base[part] for base in bases for part in ("staked", "returned"))]
    if any(len(amount) != len(chances) for amount in money):
        raise CertificateError("an outcome lacks its money")
    mean, *means = (Fraction(sum(map(mul, chances, amount)), scale * unit) for amount in money)
    square = Fraction(sum(map(mul, chances, (n * n for n in fields["nets"]))), scale * unit**2)
    if [mean, square - mean**2] != fields["moments"]:
        yield "mean and variance are not those of the net wins"
    for basis, staked, back in zip(bases, means[::2], means[1::2], strict=True):
        over = [staked, staked * fields["expected_rolls"]] + [staked - back] * (staked != back)
        if min(over) <= 0 or basis["claims"] != [staked, back, *(-mean / share for share in over)]:
            yield f"the edges over the {basis['basis']} are not those that follow"


def _money(fields: dict[str, Any]) -> Iterator[str]:
    """Check that no stake, return or net win is impossible."""
    unit, bases = fields["unit"], {each["basis"]: each for each in fields["bases"]}
    flats: list[int] = next(
        (bases[name]["staked"] for name in ("stake", "stakes") if name in bases), []
    )
    for name, basis in bases.items():
        staked, returned = basis["staked"], basis["returned"]
        least, same = min(staked), len(set(staked)) == 1
        fitting = {
            "stake": same and least == unit,
            "outlay": same and all(map(gt, staked, flats)),
            "action": all(map(ge, staked, flats)),
            "stakes": same and least > 0,
        }
        if not fitting.get(name):
            yield f"what is staked is no {name}"
        if any(not 0 <= back <= put_up for put_up, back in zip(staked, returned, strict=True)):
            yield f"more or less than what is staked comes back of the {name}"
    for number, (outcome, net) in enumerate(zip(fields["outcomes"], fields["nets"], strict=False)):
        result, name = outcome["result"], outcome["name"]
        put_up, back = (_all_of(bases, part, number) for part in ("staked", "returned"))
        off = any(part.endswith(" off") for part in name.split("; "))
        lost = result == "lose" and (net >= 0 or (back and not off))
        if lost or (result == "push" and net > 0) or net < back - put_up:
            yield f"a net of {Fraction(net, unit)} is impossible where the outcome is {name!r}"


def _all_of(bases: dict[str, Any], part: str, number: int) -> int:
    """Return what is put up, or comes back, in all: stake, and the odds and commission beyond."""
    flat, *more = sorted(base[part][number] for base in bases.values())
    return int(flat + sum(amount - flat for amount in more))


def main(files: Sequence[str]) -> int:
    """Check *files* and say what each proves; return 1 if one does not, 2 if one is unusable."""
    code = 0
    for name in files:
        try:
            if not Path(name).is_file():  # a pipe or a device would have no end
                raise OSError(f"{name} is no file")
            wrong = verify(Path(name).read_text("utf-8"))
        except (OSError, ValueError) as error:
            code, wrong = 2, [str(error)]
        else:
            code = max(code, int(bool(wrong)))
        verdict = f"{name}: NOT PROVEN" if wrong else f"{name}: {_PROVEN}"
        sys.stdout.write("\n  ".join([verdict, *wrong]) + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
