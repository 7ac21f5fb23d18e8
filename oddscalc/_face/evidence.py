"""Evidence of a check: a folder that says what was checked, by what, and why, without oddscalc."""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from oddscalc._ask.query import Query, Valued, ask
from oddscalc._bets.catalogue import shipped as catalogue
from oddscalc._checking.lines import Offer
from oddscalc._checking.submission import form_of
from oddscalc._checking.verdicts import Checked, Report
from oddscalc._exact.files import STDIN, json_of, read_bytes, text_of, toml_of
from oddscalc._money.given import GivenPrice
from oddscalc._money.ticket import ANY, Ticket
from oddscalc._proof.certificate import certificate
from oddscalc._proof.derivation import derive
from oddscalc._proof.verify import FORMAT, CertificateError, certificates, problems, seal_of
from oddscalc._rules.rulebook import SHIPPED, Rulebook
from oddscalc._show.words.report import document
from oddscalc._show.writers import write
from oddscalc._version import __version__
from oddscalc.errors import DataError, OddscalcError

MANIFEST = "manifest.json"
FORM = "evidence/1"
MAX_BYTES = 100_000_000
MOST_FILES = 20_000

_LIBRARIES = ("sympy", "networkx", "pydantic", "openpyxl")

READ_ME = """\
What is in this folder

input/           the files that were checked, byte for byte
rulebooks/       rulebooks of one's own that they were held against, by their SHA-256
report.json      what was found, for programs
report.html      the same, for people
certificates/    for each wager the chain of its rules, the solution, and what follows from the
                 prices that were submitted; each proves its numbers in whole-number arithmetic
manifest.json    the SHA-256 of every file, the versions of the programs, and a seal of it all

Without oddscalc: sha256sum of each file is in manifest.json; a certificate's numbers can be
recomputed from its rows, as the manual describes. With it: oddscalc verify FOLDER
"""


def write_evidence(report: Report, folder: Path) -> int:
    """Write the evidence of a check to a new or empty folder; return how many files it has.

    Raises:
        DataError: the folder is not empty, or cannot be written.
    """
    try:
        if folder.exists() and any(folder.iterdir()):
            raise DataError(
                str(folder), ["the folder is not empty; name a new one"], code="unwritable"
            )
        written = {"README.txt": READ_ME.encode("ascii")}
        written |= dict(_inputs(report))
        written |= dict(_laws(report))
        for form, name in (("json", "report.json"), ("html", "report.html")):
            written[name] = (write(document(report), form).rstrip("\n") + "\n").encode("utf-8")
        written |= dict(_certificates(report))
        written[MANIFEST] = _manifest(report, written)
        for name, content in written.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise DataError(str(folder), [message], code="unwritable") from None
    return len(written)


def _inputs(report: Report) -> Iterator[tuple[str, bytes]]:
    for number, checked in enumerate(report.checked, 1):
        if checked.content is not None:
            yield f"input/{_file_name(number, checked, report)}", checked.content


def _laws(report: Report) -> Iterator[tuple[str, bytes]]:
    """Yield the rulebooks of one's own that files were held against, each by its digest."""
    for checked in report.checked:
        if checked.law is not None:
            yield f"rulebooks/{(checked.rules_digest or '')[:16]}.toml", checked.law[1]


def _law_name(digest: str | None) -> str:
    """Return the name of the file of a rulebook of that SHA-256."""
    return f"{(digest or '')[:16]}.toml"


def _file_name(number: int, checked: Checked, report: Report) -> str:
    name = re.sub(r"[^A-Za-z0-9._-]", "_", Path(checked.file).name)[-80:].lstrip(".") or "input"
    if checked.file == STDIN:
        name = f"standard-input{form_of(STDIN, checked.content or b'')}"
    return name if len(report.checked) == 1 else f"{number:04}-{name}"


def _certificates(report: Report) -> Iterator[tuple[str, bytes]]:
    """Yield the certificate of each wager that is offered, at the prices that are submitted."""
    for number, checked in enumerate(report.checked, 1):
        seen: dict[str, int] = {}
        for line in checked.offers:
            answer = _answer(line, checked.book) if checked.book is not None else None
            if answer is None:
                continue
            seen[line.bet.id] = seen.get(line.bet.id, 0) + 1
            again = f"-{seen[line.bet.id]}" if seen[line.bet.id] > 1 else ""
            front = f"{number:04}-" if len(report.checked) > 1 else ""
            yield f"certificates/{front}{line.bet.id}{again}.json", certificate(answer).encode()


def _answer(line: Offer, rules: Rulebook) -> Valued | None:
    """Return the value of the usual reading of a line; without its prices if these do not do."""
    book = rules if line.bet.id in rules.catalogue else rules.with_own([line.bet])
    prices = tuple(
        GivenPrice(key, str(price), line.bet.id) for key, price in line.priced.prices.items()
    )
    vig = (line.charge.commission,) if "commission" in line.entry.cells else ()
    for query in (
        Query(rules=book, prices=prices, vig=vig),
        Query(rules=book, prices=prices, vig=vig, ticket=_ticket(line)),
        Query(rules=book),
    ):
        try:
            return ask([line.bet.id], query)[0]
        except OddscalcError:
            continue
    return None


def _ticket(line: Offer) -> Ticket:
    from oddscalc._checking.rulechecks import amount

    stake = amount(line, "unit") or amount(line, "minimum")
    return ANY if stake is None else Ticket(stake)


def _manifest(report: Report, written: Mapping[str, bytes]) -> bytes:
    """Return the list of what is written, sealed."""
    content: dict[str, Any] = {
        "schema": FORM,
        "oddscalc": __version__,
        "python": platform.python_version(),
        "libraries": {name: entries for name in _LIBRARIES if (entries := _version_of(name))},
        "date": report.date,
        "verdict": report.verdict,
        "checked": [
            {
                "file": checked.file,
                "sha256": checked.sha256,
                "rulebook": checked.rules,
                "rulebook_digest": checked.rules_digest,
                "paytable": checked.paytable,
                "paytable_digest": checked.paytable_digest,
            }
            for checked in report.checked
        ],
        "files": [
            {"path": name, "sha256": sha256(data).hexdigest(), "bytes": len(data)}
            for name, data in sorted(written.items())
        ],
    }
    content["seal"] = seal_of(content)
    return (json.dumps(content, indent=2, ensure_ascii=True) + "\n").encode("ascii")


def _version_of(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def evidence_problems(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what does not hold in a folder of evidence: the file, and what is wrong with it.

    Raises:
        DataError: it has no manifest that can be read.
    """
    manifest = _manifest_of(folder)
    listed = {file["path"]: file["sha256"] for file in manifest["files"]}
    there = {
        path.relative_to(folder).as_posix()
        for path in _within(folder)
        if path.is_file() or path.is_symlink()
    }
    if seal_of(manifest) != manifest["seal"]:
        yield MANIFEST, "the seal is not that of the content"
    for name in sorted(there - set(listed) - {MANIFEST}):
        yield name, "is not in the manifest"
    for name in sorted(listed):
        if name not in there:
            yield name, "is missing"
            continue
        content = read_bytes(str(folder / name), MAX_BYTES, "no evidence is that long")
        if sha256(content).hexdigest() != listed[name]:
            yield name, "is not what was written: its SHA-256 differs from the manifest's"
        elif name.startswith("certificates/"):
            yield from ((name, wrong) for wrong in _unproven(name, content, folder / "rulebooks"))
    digests = {listed[name] for name in listed if name.startswith("input/")}
    for entry in manifest["checked"]:
        if entry["sha256"] is not None and entry["sha256"] not in digests:
            yield MANIFEST, f"{entry['file']}: no input has the digest that was checked"


def files_in(folder: Path) -> tuple[int, int]:
    """Return how many files a folder of evidence lists, and certificates among them."""
    paths = [file["path"] for file in _manifest_of(folder)["files"]]
    return len(paths), sum(path.startswith("certificates/") for path in paths)


def _within(folder: Path) -> Iterator[Path]:
    for number, path in enumerate(folder.rglob("*")):
        if number > MOST_FILES:
            raise DataError(str(folder), [f"over {MOST_FILES:,} files"])
        yield path


def _manifest_of(folder: Path) -> dict[str, Any]:
    name = str(folder / MANIFEST)
    manifest = json_of(name, text_of(name, read_bytes(name, MAX_BYTES, "no manifest is that long")))
    keys = {"schema", "files", "checked", "seal"}
    sound = isinstance(manifest, dict) and keys <= set(manifest) and manifest["schema"] == FORM
    if not sound or not all(
        isinstance(entry, dict)
        and isinstance(entry.get("path"), str)
        and _stays_inside(entry["path"])
        for entry in _listed(manifest["files"])
    ):
        raise DataError(name, [f"is no manifest of the form {FORM}"])
    if not all(isinstance(entry, dict) and {"file", "sha256"} <= set(entry)
               for entry in _listed(manifest["checked"])) or not all(
        isinstance(file.get("sha256"), str) for file in manifest["files"]
    ):  # fmt: skip
        raise DataError(name, [f"is no manifest of the form {FORM}"])
    return dict(manifest)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [None]


def _stays_inside(path: str) -> bool:
    return not Path(path).is_absolute() and ".." not in Path(path).parts


def _unproven(name: str, content: bytes, laws: Path) -> Iterator[str]:
    """Yield what a certificate does not prove, or is not of its header."""
    try:
        for raw in certificates(text_of(name, content)):
            wrong = list(problems(raw))
            if not wrong:
                wrong = list(_underived(raw, laws))
            yield from wrong[:5]
    except (CertificateError, DataError) as error:
        yield str(error)


def _underived(raw: Mapping[str, Any], laws: Path) -> Iterator[str]:
    """Yield how a certificate that holds differs from what its header names.

    Of a rulebook of one's own that takes others over, or has its prices elsewhere, and of wagers
    that a submission defines, only the proof itself can be checked.
    """
    about, digests = dict(raw["about"]), dict(raw["digests"])
    if about["bet"] not in catalogue() or raw["format"] != FORMAT:
        return
    if about["rules"] in SHIPPED:
        yield from derive(raw).problems
        return
    path = laws / f"{digests.get('rules', '')[:16]}.toml"
    if path.is_file():
        text = text_of(str(path), read_bytes(str(path), MAX_BYTES, "no rulebook is that long"))
        data = toml_of(str(path), text)
        if "extends" not in data and not isinstance(data.get("prices"), str):
            own = str(path) if path.is_absolute() else f"./{path}"
            yield from derive(raw, {"rules": own}).problems
