"""Two submissions, wager by wager, each under the rulebook that it names and at its own prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from oddscalc._ask.query import Solved, solve_model
from oddscalc._bets.catalogue import Bet, folded
from oddscalc._bets.compile import can_be_off, parts_of
from oddscalc._chain.model import Placing, model
from oddscalc._checking.charges import read_charge
from oddscalc._checking.checks import with_own_bets
from oddscalc._checking.findings import Finding
from oddscalc._checking.groups import members, rows_of, without_brackets
from oddscalc._checking.lines import MAX_STATES, Limits, Offer
from oddscalc._checking.prices import read_prices
from oddscalc._checking.reading import READERS, content_of, read
from oddscalc._checking.rewordings import cell_changes, plain, price_changes
from oddscalc._checking.rulechecks import working_said
from oddscalc._checking.run import rulebook_of
from oddscalc._checking.submission import HEADER, Entry, Submission, form_of
from oddscalc._checking.valuechecks import submitted
from oddscalc._checking.wholes import Wholes
from oddscalc._exact.files import STDIN, text_of, toml_of
from oddscalc._money.paytable import Paytable
from oddscalc._questions.compare.differences import (
    BOTH,
    ONLY_A,
    ONLY_B,
    Change,
    Comparison,
    Difference,
    SideBySide,
    change,
    field_changes,
)
from oddscalc._questions.compare.sidebyside import figures, valued
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc.errors import DataError, OddscalcError, RuleError

SUBMISSION = "submission"


def is_submission(name: str) -> bool | None:
    """Return whether *name* is a submission; None for a file of which it cannot be told.

    A TOML file is one if it names its ``rulebook``, or a ``jurisdiction`` without being a rulebook
    itself, or if its wagers are those of a submission.
    """
    try:
        form = form_of(name, content_of(name) if name == STDIN else b"")
        if form != ".toml":
            return form in READERS
        data = toml_of(name, text_of(name, content_of(name), utf_16=True))
    except DataError:
        return None
    if "id" in data or "authority" in data:
        return "rulebook" in data
    wagers = data.get("wagers")
    listed = wagers if isinstance(wagers, list) else []
    names_wagers = any(isinstance(entry, dict) and "wager" in entry for entry in listed)
    return "rulebook" in data or "jurisdiction" in data or names_wagers


def diff(
    a: str, b: str, *, forced: bool = False, rules: str | None = None, paytable: str | None = None
) -> Comparison:
    """Return every difference of two submissions; their order and their formats are none.

    Args:
        a: the file of the first.
        b: the file of the second.
        forced: whether they are to be read as submissions whatever they look like.
        rules: the rulebook for both, an id or a file; each one's own by default.
        paytable: must not be given; each is valued at its own prices.

    Raises:
        DataError: a file is unreadable.
        RuleError: one is no submission, or an option does not apply.
    """
    if paytable is not None:
        message = "two submissions are compared at their own prices"
        raise RuleError(f"--paytable is not for submissions; {message}", code="conflict")
    book = None if rules is None else userfiles.rulebook(rules)
    for name, other in ((a, b), (b, a)):
        if not forced and is_submission(name) is False:
            message = "only two of a kind are compared"
            raise RuleError(
                f"{other} is a submission and {name} is none: {message}", code="conflict"
            )
    return compare_submissions((a, read(a)), (b, read(b)), book)


def _offer(entry: Entry, bet: Bet, wager: Wager, rules: Rulebook, wholes: Wholes) -> Offer:
    priced, _ = read_prices(entry, bet, wager, rules, wholes)
    charge, _ = read_charge(entry, bet, wager, rules.printed)
    return Offer(entry, bet, wager, priced, charge)


@dataclass
class _Listed:
    """What a submission says of one wager, in one entry or several."""

    key: str
    entries: list[Entry]
    bet: Bet | None = None
    wager: Wager | None = None
    why: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What it is called, each name once."""
        return tuple(dict.fromkeys(plain(entry.wager.text) for entry in self.entries))


@dataclass
class _Side:
    """One submission with what it is read under."""

    label: str
    submission: Submission
    book: Rulebook | None = None
    rules: Rulebook | None = None
    why: str = ""
    listed: dict[str, _Listed] = field(default_factory=dict)
    paytable: Paytable | None = None

    @classmethod
    def of(cls, label: str, submission: Submission, against: Rulebook | None = None) -> _Side:
        """Return the side of *submission*, every wager looked up under its rulebook."""
        side = cls(label, submission)
        book = against or rulebook_of(submission)
        if isinstance(book, Finding):
            side.why = plain(book.message)
        else:
            side.book = book
            side.rules, _ = with_own_bets(submission.bets, book, Limits())
        for entry in submission.entries:
            for row, listed_entry in side._rows(entry):
                side.listed.setdefault(listed_entry.key, listed_entry).entries.append(row)
        side._price()
        return side

    def _rows(self, entry: Entry) -> Iterator[tuple[Entry, _Listed]]:
        """Yield the entry with what it is about, one of a group for each of its wagers."""
        if self.rules:
            entry, _ = without_brackets(entry, self.rules)
        try:
            bets = members(entry, self.rules) if self.rules else []
        except OddscalcError:
            bets = []
        if self.rules is None or len(bets) < 2:
            yield entry, self._look_up(entry)
            return
        for bet, row in zip(bets, rows_of(entry, bets), strict=True):
            yield row, self._look_up(replace(entry, wager=replace(entry.wager, text=bet)))

    def _look_up(self, entry: Entry) -> _Listed:
        name = entry.wager.text
        unknown = _Listed(f"?{folded(name) or plain(name)}", [])
        if self.rules is None:
            return unknown
        try:
            bet, wager = self.rules.find(name)
        except RuleError as error:
            bet = self.rules.catalogue.find(name)
            return _Listed(bet.id, [], bet, None, str(error))
        except OddscalcError as error:
            return replace(unknown, why=plain(str(error)))
        why = f"it can never be decided: {wager.impossible}" if wager.impossible else ""
        return _Listed(bet.id, [], bet, wager, why)

    def _price(self) -> None:
        if self.rules is None:
            return
        wholes = Wholes(self.rules.catalogue, self.rules.printed)
        lines = [
            _offer(entry, listed.bet, listed.wager, self.rules, wholes)
            for listed in self.listed.values()
            if listed.bet is not None and listed.wager is not None and not listed.why
            for entry in listed.entries
        ]
        printed = self.rules.valued_at
        self.paytable = replace(submitted(lines, printed), id=self.label)

    def join(self, other: _Side) -> None:
        """Take wagers that are unknown here for those that *other* calls by the same name."""
        names = {
            folded(name): listed.key
            for listed in reversed(other.listed.values())
            for name in reversed(listed.names)
        }
        joined: dict[str, _Listed] = {}
        for key, entry in self.listed.items():
            meant = names.get(key[1:], key) if entry.bet is None else key
            free = meant not in self.listed and meant not in joined
            entry.key = meant if free else key
            joined[entry.key] = entry
        self.listed = joined

    def solved(self, entry: _Listed) -> tuple[dict[str, Solved], list[str]]:
        """Return the solution of every reading of a wager, or why there is none."""
        if self.rules is None or entry.bet is None or entry.wager is None or entry.why:
            return {}, [f"no edge in {self.label}: {entry.why}"] if entry.why else []
        placing = Placing(_working(entry, self.rules), max_states=MAX_STATES)
        try:
            return {
                reading.name: solve_model(
                    model(self.rules, entry.bet, entry.wager, reading, placing)
                )
                for reading in entry.wager.readings
            }, []
        except OddscalcError as error:
            return {}, [f"no edge in {self.label}: {error}"]


def _working(listed: _Listed, rules: Rulebook) -> str | None:
    """Return whether a wager is said to work on come-out rolls, where that can be said of it."""
    said = {
        working_said(plain(entry.cells["working"].text))
        for entry in listed.entries
        if "working" in entry.cells
    } - {None, "unstated"}
    possible = rules.come_out and listed.bet is not None and can_be_off(listed.bet)
    return said.pop() if possible and len(said) == 1 else None


def compare_submissions(
    a: tuple[str, Submission], b: tuple[str, Submission], rules: Rulebook | None = None
) -> Comparison:
    """Return every difference of two submissions, each given with its label.

    Wagers are the same if they are the same bet under *rules*, by default those that each names.
    """
    before, after = (_Side.of(*side, rules) for side in (a, b))
    before.join(after)
    after.join(before)
    defined = _definitions(before, after)
    same_rules = before.book == after.book and not any(defined.values())
    wagers: list[Difference] = []
    unchanged: list[str] = []
    for key in dict.fromkeys([*before.listed, *after.listed]):
        changes_of = _compared(key, before, after, defined.get(key, []), same_rules=same_rules)
        if changes_of:
            wagers.append(changes_of)
        else:
            unchanged.append(changes_of.bet)
    header = tuple(_header(before, after, defined))
    basis = _basis(before, after)
    return Comparison(
        SUBMISSION, before.label, after.label, basis, header, tuple(wagers), tuple(unchanged)
    )


def _basis(before: _Side, after: _Side) -> str:
    books = dict.fromkeys(side.book.id for side in (before, after) if side.book)
    texts = [f"edges under {' and '.join(books)}, at each one's own prices"] if books else []
    texts += [
        f"{side.label}: no edges, names as they are written, for {side.why}"
        for side in (before, after)
        if side.why
    ]
    return "; ".join(texts)


def _header(before: _Side, after: _Side, defined: Mapping[str, list[Change]]) -> Iterator[Change]:
    """Yield what the two say of themselves, define beside their wagers, and say unreadably."""
    old, new = (
        {key: plain(cell.text) for key, cell in side.submission.header.items()}
        for side in (before, after)
    )
    for submission in (old, new):
        if "rulebook" not in submission and "jurisdiction" in submission:
            submission["rulebook"] = submission.pop("jurisdiction")
    for key in HEADER:
        yield from change(key, old.get(key), new.get(key))
    for bet, changes in defined.items():
        if bet not in before.listed or bet not in after.listed:
            yield from (replace(each, what=f"{bet}: {each.what}") for each in changes)
    unread, then = _unread(before), _unread(after)
    if unread and unread == then and before.submission.sha256 != after.submission.sha256:
        yield Change("not readable", unread, then, "whether it is the same cannot be told")
    yield from change("not readable", unread, then)


def _unread(side: _Side) -> tuple[str, ...]:
    return tuple(
        plain(f"{finding.place}: {finding.message}" + (f" ({finding.got})" if finding.got else ""))
        for finding in side.submission.findings
    )


def _definitions(before: _Side, after: _Side) -> dict[str, list[Change]]:
    """Return what the two define differently, by the id of the bet."""
    old, new = ({bet.id: bet for bet in side.submission.bets} for side in (before, after))
    changes_of: dict[str, list[Change]] = {}
    for bet in dict.fromkeys([*old, *new]):
        if bet in old and bet in new:
            changes = field_changes(old[bet], new[bet], ("id",))
            changes_of[bet] = [replace(each, what=f"definition: {each.what}") for each in changes]
        else:
            message = "defined in the submission"
            changes_of[bet] = change(
                message, bet if bet in old else None, bet if bet in new else None
            )
    return changes_of


def _compared(
    key: str, before: _Side, after: _Side, defined: list[Change], *, same_rules: bool
) -> Difference:
    """Return the difference in one wager, false if there is none."""
    old, new = before.listed.get(key), after.listed.get(key)
    where = ONLY_B if old is None else ONLY_A if new is None else BOTH
    known = next(
        (
            (listed.bet, side.rules)
            for listed, side in ((old, before), (new, after))
            if listed and listed.bet and side.rules
        ),
        None,
    )
    first = old or new
    assert first is not None
    name = known[0].name if known else first.names[0]
    bet = known[0].id if known else first.names[0]
    olds, news = (listed.entries if listed else [] for listed in (old, new))
    changes: list[Change] = []
    if old and new:
        if {*map(str.casefold, old.names)} != {*map(str.casefold, new.names)}:
            changes += change("wager", old.names, new.names, "the same bet, named differently")
        changes += defined
    changes += [*price_changes(olds, news, known), *cell_changes(olds, news)]
    if old and new and not any(entry.pays for entry in (*olds, *news)):
        changes += change("times listed", len(olds), len(news))
    touched = [key]
    if known and known[0].kind == "bundle":
        touched += parts_of(known[0].rule, known[1].catalogue)
    if where == BOTH and not changes and same_rules and _priced_alike(touched, before, after):
        return Difference(bet, name)
    numbers, notes = _figures(before, old, after, new)
    return Difference(bet, name, where, tuple(changes), (), tuple(numbers), tuple(notes))


def _priced_alike(bets: list[str], before: _Side, after: _Side) -> bool:
    tables = [side.paytable.pricing if side.paytable else {} for side in (before, after)]
    return all(tables[0].get(bet) == tables[1].get(bet) for bet in bets)


def _figures(
    before: _Side, old: _Listed | None, after: _Side, new: _Listed | None
) -> tuple[list[SideBySide], list[str]]:
    """Return the numbers of both sides, reading by reading, and why some are missing."""
    entry, notes = before.solved(old) if old else ({}, [])
    other, more = after.solved(new) if new else ({}, [])
    notes = [*notes, *more]
    if entry and other:
        first, usual = next(iter(entry)), next(iter(other))
        if (
            first not in other and usual not in entry
        ):  # the usual one of both, whatever it is called
            other = {first if name == usual else name: each for name, each in other.items()}
    readings = dict.fromkeys([*entry, *other])
    numbers: list[SideBySide] = []
    for name in readings:
        was, why = valued(entry.get(name), before.paytable)
        then, why_not = valued(other.get(name), after.paytable)
        notes += [*why, *why_not]
        numbers += figures(name if len(readings) > 1 else "", was, then)
    return numbers, list(dict.fromkeys(notes))
