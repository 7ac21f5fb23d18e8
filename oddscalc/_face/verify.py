"""``verify``: checking certificates, and what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oddscalc._exact.files import read_bytes, refuse_vast_json, text_of
from oddscalc._face.shown import Shown
from oddscalc._proof.derivation import Derivation, derive
from oddscalc._proof.verify import OLDER, CertificateError, certificates, problems
from oddscalc._show.document import Bullets, Document, Records, Section
from oddscalc._show.words.proof import proven
from oddscalc.errors import DataError

MAX_BYTES = 100_000_000
"""The longest certificate that is read."""

MAX_VALUES = 5_000_000
"""The most values in one: over 100,000 states with 12 ways out of each."""


_SHOWN = 20  # problems of one certificate that are printed


@dataclass(frozen=True)
class Proof:
    """One certificate, checked.

    Args:
        certificate: as it stands in its file.
        wrong: what does not hold in it.
        derivation: how it compares with what its header names; None if that was not asked, or it
            does not hold anyway.
    """

    certificate: Mapping[str, Any]
    wrong: tuple[str, ...]
    derivation: Derivation | None

    @property
    def problems(self) -> tuple[str, ...]:
        """What does not hold in it, or of its header."""
        return self.wrong or (self.derivation.problems if self.derivation else ())

    @property
    def headline(self) -> str:
        """Whether it is proven, in a few words."""
        if self.wrong:
            return "NOT PROVEN"
        return "NOT PROVEN of its header" if self.problems else "proven,"

    @property
    def scope(self) -> str:
        """Of what it is proven."""
        if self.derivation:
            return f"and the chain is that of {self.derivation.clause}"
        older = self.certificate["format"] == OLDER
        why = " (its format is an older one)" if older else ""
        return f"of the chain and prices in this file; whose they are is not checked{why}"

    @property
    def lines(self) -> tuple[str, ...]:
        """What is to be said of it: the problems, or all that is proven."""
        if self.wrong:
            return self.wrong
        if self.derivation and self.derivation.problems:
            said = (*self.derivation.problems, *self.derivation.notes)
            return (*said, "of the chain and prices in it, it holds")
        return (self.scope, *proven(self.certificate, self.derivation))


@dataclass(frozen=True, repr=False)
class VerifyAnswer(Shown):
    """The certificates of one file, checked without solving anything; true if all are proven.

    Args:
        file: the name of the file.
        proofs: the certificates in it.
        evidence: of a folder of evidence, what does not hold in which file; None of a file.
        files: of such a folder, how many files it has, certificates among them.
    """

    file: str
    proofs: tuple[Proof, ...]
    evidence: tuple[str, ...] | None = None
    files: tuple[int, int] = (0, 0)

    def __bool__(self) -> bool:
        return not self.problems

    @property
    def problems(self) -> tuple[str, ...]:
        """What is not proven; nothing if all is."""
        proven = (problem for proof in self.proofs for problem in proof.problems)
        return (*(self.evidence or ()), *proven)

    def document(self) -> Document:
        """Return it in words."""
        return document([self])

    def line(self) -> str:
        """Return how many certificates there are, and how many problems."""
        message = f", {len(self.problems)} problems" if self.problems else ", proven"
        count = len(self.proofs) or self.files[1]
        return f"{self.file}, {count} certificate{'s' * (count != 1)}{message}"


def document(answers: Sequence[VerifyAnswer]) -> Document:
    """Return what the certificates of each file prove, in words."""
    return Document(
        "Certificates",
        schema="verify",
        sections=lambda: [
            Section("", (), [block for valued in answers for block in _blocks(valued)])
        ],
        data=lambda: (
            _file_object(answers[0]) if len(answers) == 1 else [_file_object(a) for a in answers]
        ),
        records=lambda: Records(
            ("file", "certificate", "proven", "says"),
            [
                (valued.file, str(place), "no" if proof.problems else "yes", line)
                for valued in answers
                for place, proof in enumerate(valued.proofs, start=1)
                for line in proof.lines
            ]
            + [
                (valued.file, "", "no" if valued.evidence else "yes", line)
                for valued in answers
                if valued.evidence is not None
                for line in _evidence_lines(valued)
            ],
        ),
    )


def _blocks(answer: VerifyAnswer) -> Iterator[Bullets]:
    yield from (_block(answer.file, proof) for proof in answer.proofs)
    if answer.evidence is not None:
        headline = "NOT as it was written" if answer.evidence else "as it was written,"
        lines = _evidence_lines(answer)
        if len(lines) > _SHOWN:
            lines = (*lines[:_SHOWN], f"and {len(lines) - _SHOWN:,} more")
        yield Bullets(lines, f"{answer.file}: {headline}", mark="  ")


def _evidence_lines(answer: VerifyAnswer) -> tuple[str, ...]:
    files, proven = answer.files
    message = f"{files:,} files have the digests of the manifest, and {proven:,} certificates hold"
    return answer.evidence or (message,)


def _block(file: str, proof: Proof) -> Bullets:
    lines = proof.lines
    if proof.problems and len(lines) > _SHOWN:
        lines = (*lines[:_SHOWN], f"and {len(lines) - _SHOWN:,} more")
    return Bullets(lines, f"{file}: {proof.headline}", mark="  ")


def _file_object(answer: VerifyAnswer) -> dict[str, Any]:
    record = {
        "file": answer.file,
        "proven": bool(answer),
        "certificates": [_object(proof) for proof in answer.proofs],
    }
    if answer.evidence is not None:
        files, proven = answer.files
        evidence = {"files": files, "certificates": proven, "problems": list(answer.evidence)}
        record["evidence"] = evidence
    return record


def _object(proof: Proof) -> dict[str, Any]:
    return {
        "about": dict(proof.certificate["about"]) if not proof.wrong else None,
        "proven": not proof.problems,
        "clause": proof.derivation.clause if proof.derivation else None,
        "problems": list(proof.problems),
        "notes": list(proof.derivation.notes) if proof.derivation else [],
    }


def verify(
    file: str | Path,
    *,
    alone: bool = False,
    rules: str | None = None,
    bets: str | None = None,
    paytable: str | None = None,
) -> VerifyAnswer:
    """Return whether the certificates in a file prove what they claim.

    Args:
        file: the path of the file, or of a folder of evidence, all of which is checked.
        alone: only what is in the file: do not derive it from its header.
        rules: the file of a rulebook of one's own, which the header names.
        bets: the file of bets of one's own.
        paytable: the file of a paytable of one's own.

    Raises:
        DataError: the file cannot be read, or is no certificate.
    """
    if Path(file).is_dir():
        return _folder(Path(file))
    given = {"rules": rules, "bets": bets, "paytable": paytable}
    own = {name: path if path.startswith("/") or path == "-" else f"./{path}"
           for name, path in given.items() if path is not None}  # fmt: skip
    try:
        return VerifyAnswer(str(file), tuple(_proofs(str(file), None if alone else own)))
    except CertificateError as error:
        raise DataError(str(file), [str(error)], code="unreadable") from None


def _folder(folder: Path) -> VerifyAnswer:
    from oddscalc._face.evidence import evidence_problems, files_in

    wrong = tuple(f"{name}: {what}" for name, what in evidence_problems(folder))
    return VerifyAnswer(str(folder), (), wrong, files_in(folder))


def _proofs(file: str, own: Mapping[str, str] | None) -> Iterator[Proof]:
    """Yield what each certificate of a file proves.

    Raises:
        CertificateError: it is none.
        DataError: it cannot be read, is too long, or is no text.
    """
    text = text_of(file, read_bytes(file, MAX_BYTES, "no certificate is that long"))
    refuse_vast_json(file, text, MAX_VALUES)
    for certificate in certificates(text):
        wrong = tuple(problems(certificate))
        derived = None
        if own is not None and not wrong and certificate["format"] != OLDER:
            derived = derive(certificate, own)
        yield Proof(certificate, wrong, derived)
