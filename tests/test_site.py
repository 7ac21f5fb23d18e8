"""The static pages: what stands on them, and that a browser can use them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import quote_plus, unquote
from xml.etree import ElementTree

import oracles
import pytest
from browser.chromium import PROGRAM, Browser, chromium
from conftest import Ran, examples, slow
from hypothesis import given
from hypothesis import strategies as st

from oddscalc import edge
from oddscalc._ask.query import Query, ask
from oddscalc._chain.solve import solve
from oddscalc._dice.rollsets import parse_rolls
from oddscalc._money import paytable as paytables
from oddscalc._proof.verify import verify
from oddscalc._questions.explained import Explained
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules.userfiles import rulebook
from oddscalc._show.charts import nets_chart, rolls_chart
from oddscalc._site.build import ABOUT, count, site
from oddscalc._site.entries import MOST_ROLLS, decided_by_roll
from oddscalc._site.layout import LANE, NODE, layout
from oddscalc._site.picture import picture, steps
from oddscalc._site.plans import plan_files
from oddscalc._site.pricelists import at_each_price
from oddscalc._site.variants import COMMISSIONS, ODDS, variants
from oddscalc.errors import OddscalcError

Run = Callable[..., Ran]

SCRIPT = "<script>document.title='taken'</script>"
OWN = f"""
id = "own"
title = "{SCRIPT}"
jurisdiction = "<b>nowhere</b>"
authority = "me & mine"
edition = "1"
as_of = "today"
source = "</td></tr></table>"
status = "draft"

[[bets]]
id = "scripted"
name = "{SCRIPT}"
aliases = ["<img src=x onerror=document.title='taken'>"]
kind = "race"
source = "me"
rule = {{ win = {{ "'\\"<i>" = "6" }}, lose = "7" }}

[[wagers]]
bets = ["scripted"]
clause = "{{{{ 7 * 7 }}}} {{% raise %}}"
names = ["javascript:alert(1)"]
when = "any"
notes = ["{SCRIPT}"]
"""


FEW = ("standard", "lc", "crapless")
SITES = [FEW, slow(rulebooks.SHIPPED)]


@cache
def files(books: Sequence[str]) -> dict[str, str]:
    """Return every file of a site: of *books*, or of the whole one."""
    chosen = [] if books == rulebooks.SHIPPED else [rulebooks.shipped(name) for name in books]
    return dict(site(chosen))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "own.toml"
    path.write_text(OWN)
    return path


@pytest.fixture(scope="module")
def few(own: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the pages of one shipped rulebook, and one that is up to no good."""
    directory = tmp_path_factory.mktemp("site")
    for name, text in site([rulebooks.shipped("lc"), rulebook(str(own))]):
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="ascii", newline="\n")
    return directory


class Parsed(HTMLParser):
    """The ids, the addresses and the exact numbers of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.copied: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids.append(found["id"])
        if "data-copy" in found:
            self.copied.append((found["aria-label"], found["data-copy"]))
        if tag == "a":
            self.links.append(found["href"])
        else:
            self.loaded += [found[name] for name in ("href", "src", "srcset") if name in found]


@cache
def page(name: str, books: Sequence[str] = FEW) -> Parsed:
    return Parsed(files(books)[name])


# --- the files


@pytest.mark.parametrize("books", SITES, ids=["few", "whole"])
def test_a_site_is_ascii_deterministic_in_number_and_small(books: Sequence[str]) -> None:
    found = files(books)
    assert len(found) == count([] if books != FEW else [rulebooks.shipped(name) for name in books])
    for name, text in found.items():
        assert text.isascii(), name
        assert "\r" not in text, name
        assert text.endswith("\n"), name
    assert sum(map(len, found.values())) < 30_000_000


@pytest.mark.parametrize("books", SITES, ids=["few", "whole"])
def test_every_wager_of_every_rulebook_has_a_page_and_a_place_in_the_list(
    books: Sequence[str],
) -> None:
    listed = {link.partition("#")[0] for link in page("index.html", books).links}
    compared = {link.partition("#")[0] for link in page("compare.html", books).links}
    for name in books:
        for bet, wager in rulebooks.shipped(name):
            path = f"bets/{name}/{bet.id}.html"
            assert path in files(books)
            assert path in listed & compared
            if not wager.impossible:
                for reading in wager.sound_readings:
                    assert f"bets/{name}/{bet.id}.{reading.name}.json" in files(books)
                    assert f"reading-{reading.name}" in page(path, books).ids


@pytest.mark.parametrize("books", SITES, ids=["few", "whole"])
def test_every_link_and_anchor_resolves_and_nothing_is_loaded_from_elsewhere(
    books: Sequence[str],
) -> None:
    pages = {name: page(name, books) for name in files(books) if name.endswith(".html")}
    for name, parsed in pages.items():
        assert len(parsed.ids) == len(set(parsed.ids)), name
        for address in parsed.links + parsed.loaded:
            if address.startswith(("https://", "http://")):
                assert address not in parsed.loaded, name
                continue
            path, _, anchor = address.partition("#")
            target = normpath(join(dirname(name), path)) if path else name
            assert target in files(books), (name, address)
            if anchor and "=" not in anchor:  # that is what a page is asked, and no place on it
                assert anchor in pages[target].ids, (name, address)


@pytest.mark.parametrize("books", SITES, ids=["few", "whole"])
def test_scripts_and_styles_ask_for_nothing(books: Sequence[str]) -> None:
    for name in ("site.css", "site.js", "theme.js", "pieces.js", "icon.svg"):
        text = files(books)[name].replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|//\w+\.|url\(|@import|fetch\(|XMLHttpRequest|eval\(", text)
    for name, text in files(books).items():
        if name.endswith(".html"):
            assert not re.search(r"<style|<script>|\son\w+=|style=|javascript:", text), name


@pytest.mark.slow
def test_a_page_for_every_published_table_with_its_files() -> None:
    from oddscalc._tables.pages import makers
    from oddscalc._tables.tables import count as files_of_tables

    whole = files(rulebooks.SHIPPED)
    tables = [name for name in whole if name.startswith("tables/") and name.endswith(".html")]
    assert len(tables) == len(makers()) + 1
    assert files_of_tables() > 0
    committed = Path(__file__).parent.parent / "tables"
    for name in makers():
        for ending in ("csv", "json"):
            text = (committed / f"{name}.{ending}").read_text(encoding="ascii")
            assert whole[f"tables/{name}.{ending}"] == text


@pytest.mark.slow
def test_inline_code_bold_and_links_of_tables_are_html() -> None:
    text = files(rulebooks.SHIPPED)["tables/published.html"]
    assert "<strong>refuted</strong>" in text
    assert '<a href="https://www.casinocitytimes.com/' in text
    assert "`" not in re.sub(r"<[^>]+>", "", text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", slow("2")])
def test_the_same_bytes_on_each_run(process: Run, tmp_path: Path, seed: str) -> None:
    books = [rulebooks.shipped("us-nj-mini-dice"), rulebooks.shipped("variants")]
    out = tmp_path / "site"
    chosen = ("--rules", "us-nj-mini-dice", "--rules", "variants")
    ran = process("-m", "oddscalc", "site", "--out", str(out), *chosen, PYTHONHASHSEED=seed)
    assert (ran.code, ran.out) == (0, "")
    files = {path.relative_to(out).as_posix(): path for path in out.rglob("*") if path.is_file()}
    expected = dict(site(books))
    assert set(files) == set(expected)
    for name, path in files.items():
        assert path.read_bytes() == expected[name].encode("ascii"), name


# --- the numbers


def copied(path: str, what: str) -> list[Fraction]:
    return [
        Fraction(value) for label, value in page(path).copied if label == f"Copy the exact {what}"
    ]


@pytest.mark.parametrize("bet", oracles.BETS)
def test_a_page_has_the_numbers_of_the_closed_forms(bet: str) -> None:
    path = f"bets/standard/{bet}.html"
    for outcome, probability in oracles.law(bet).items():
        if probability and probability.denominator > 1:
            named = outcome.replace(":", " ")
            assert copied(path, f"probability of {named}") == [probability]
    made = oracles.edge(bet)
    if made:
        assert copied(path, "house edge per bet made") == [made]
        assert f"<td>{made}</td>" in files(FEW)[path] or "~" in files(FEW)[path]
    if oracles.rolls(bet).denominator > 1:
        assert copied(path, "expected rolls") == [oracles.rolls(bet)]


NETS = {
    "customary": (24, 249, 999),
    "side-bets": (24, 249, 999),
    "fire-10-200-2000-for-1": (9, 199, 1999),
    "fire-10-200-2000-to-1": (10, 200, 2000),
    "fire-40-200-500-for-1": (39, 199, 499),
}


def test_the_fire_bet_at_every_price_list() -> None:
    law = oracles.law("fire")
    wins = [law[f"win:{points}"] for points in (4, 5, 6)]
    rows = list(csv.DictReader(io.StringIO(files(FEW)["bets/standard/fire.csv"])))
    assert {row["paytable"] for row in rows} == set(NETS)
    for row in rows:
        gain = sum(p * net for p, net in zip(wins, NETS[row["paytable"]], strict=True))
        expected = 1 - sum(wins) - gain
        made = Fraction(int(row["edge_per_bet_made_num"]), int(row["edge_per_bet_made_den"]))
        assert made == expected
        assert f">{row['paytable']}</a>" in files(FEW)["bets/standard/fire.html"]


@pytest.mark.parametrize("bet", ["pass", "buy-4", "horn", "whirl", "c-and-e", "field", "hard-6"])
def test_each_price_is_that_of_asking_anew(bet: str) -> None:
    answer = edge(bet)
    found = at_each_price(answer)
    assert found[0] is answer
    assert len({one.paytable.id for one in found}) == len(found) > 1
    for one in found:
        (anew,) = ask([bet], Query(paytable=paytables.shipped(one.paytable.id)))
        assert one.value == anew.value
    others = set(paytables.SHIPPED) - {one.paytable.id for one in found}
    for name in others:
        priced = set(paytables.shipped(name).own)
        (anew,) = ask([bet], Query(paytable=paytables.shipped(name)))
        assert anew.value.net_win is None or not priced & {
            bet,
            *answer.model.bet.rule.get("parts", ()),
        }


@pytest.mark.parametrize(
    ("books", "path", "readings", "clause"),
    [(FEW, "standard/fire", {"usual"}, "custom"),
     slow(rulebooks.SHIPPED, "us-ma/dont-pass", {"returned", "stays"}, "2(b)")],
    ids=["one reading", "two readings"],
)  # fmt: skip
def test_csv_and_json_of_a_bet_say_the_same(
    books: Sequence[str], path: str, readings: set[str], clause: str
) -> None:
    rows = list(csv.DictReader(io.StringIO(files(books)[f"bets/{path}.csv"])))
    objects = json.loads(files(books)[f"bets/{path}.json"])
    assert [(row["reading"], row["paytable"]) for row in rows] == [
        (one["reading"], one["paytable"]) for one in objects
    ]
    assert {one["reading"] for one in objects} == readings
    for row, one in zip(rows, objects, strict=True):
        assert Fraction(one["win"]["exact"]) == Fraction(int(row["win_num"]), int(row["win_den"]))
        assert one["clause"] == row["clause"] == clause


@pytest.mark.parametrize(
    ("books", "book"),
    [(FEW, "lc"), slow(rulebooks.SHIPPED, "us-pa"), (FEW, "crapless")],
    ids=["lc", "us-pa", "crapless"],
)
def test_the_proofs_beside_the_pages_hold(books: Sequence[str], book: str) -> None:
    found = files(books)
    proofs = [name for name in found if re.fullmatch(rf"bets/{book}/[^.]+\.[^.]+\.json", name)]
    assert len(proofs) > 30
    for name in proofs:
        assert verify(found[name]) == []


def test_an_impossible_wager_and_one_without_a_price_have_pages_too() -> None:
    assert "Impossible: a 7 is never thrown before a 7" in files(FEW)["bets/lc/place-7.html"]
    assert "bets/lc/place-7.csv" not in files(FEW)
    text = files(FEW)["bets/standard/hot-roller.html"]
    assert "No price list that comes with oddscalc prices this bet." in text
    assert "1,259 states, too many to draw" in text


NEVER = """
id = "draft"
title = "t"
jurisdiction = "j"
authority = "a"
edition = "e"
as_of = "d"
source = "s"
status = "draft"

[[bets]]
id = "loop"
name = "Loop"
kind = "states"
source = "me"
rule = { start = "a", states = { a = { b = "any" }, b = { a = "any" } } }

[[wagers]]
bets = ["loop", "field"]
clause = "1"
names = ["n"]
when = "any"
"""


def test_a_wager_that_never_ends_is_shown_without_a_value(oddscalc: Run, tmp_path: Path) -> None:
    (tmp_path / "draft.toml").write_text(NEVER)
    out = tmp_path / "out"
    ran = oddscalc("site", "--out", str(out), "--rules", str(tmp_path / "draft.toml"))
    assert ran.code == 0
    assert "no value" in (out / "index.html").read_text()
    assert "no value" in (out / "compare.html").read_text()
    assert (
        'href="../../tables/draft-at-customary.html#notes"'
        in (out / "bets/draft/loop.html").read_text()
    )
    assert "the bet never ends" in (out / "tables/draft-at-customary.html").read_text()
    assert not (out / "bets/draft/loop.json").exists()


# --- pictures


def explained(bet: str, **options: str) -> Explained:
    model = edge(bet, **options).model  # type: ignore[arg-type]
    chain = model.chain()
    return Explained(model, chain, solve(chain))


@pytest.mark.parametrize("bet", ["pass", "dont-pass", "field", "all-small", "hard-8"])
def test_the_steps_in_words_are_those_of_the_dice(bet: str) -> None:
    shown = explained(bet, rules="us-pa")
    by_state: dict[str, Fraction] = {}
    for step in steps(shown):
        assert step.probability == Fraction(len(parse_rolls(step.rolls)), 36)
        by_state[step.state] = by_state.get(step.state, Fraction(0)) + step.probability
    assert len(by_state) == len(shown.chain.states)
    assert set(by_state.values()) == {Fraction(1)}


@pytest.mark.parametrize("bet", ["pass", "hard-8", "field", "all-tall"])
def test_a_picture_has_every_state_and_step_inside_its_frame(bet: str) -> None:
    shown = explained(bet, rules="us-pa")
    drawn = picture(shown)
    reached = [outcome for outcome in shown.chain.outcomes if outcome in shown.chain.graph]
    assert len(drawn.boxes) == len(shown.chain.states) + len(reached)
    assert len({(box.x, box.y) for box in drawn.boxes}) == len(drawn.boxes)
    for box in drawn.boxes:
        assert 64 <= box.x <= drawn.width - 64
        assert 17 <= box.y <= drawn.height - 17
    pairs = sum(len(row) for row in shown.chain.rows.targets)
    loops = sum(n in row for n, row in enumerate(shown.chain.rows.targets))
    if pairs <= 45:
        assert sorted(label.text for label in drawn.labels) == sorted(
            str(step.probability) for step in steps(shown)
        )
    assert sum("c-8 -21" in curve.path for curve in drawn.curves) == loops
    assert len(set(drawn.curves)) == len(drawn.curves)
    assert {curve.back for curve in drawn.curves} == ({False, True} if bet == "hard-8" else {False})


def chains() -> st.SearchStrategy[list[list[int]]]:
    """Chains in which every state is reached: each is a target of an earlier one."""

    @st.composite
    def drawn(draw: st.DrawFn) -> list[list[int]]:
        size, ends = draw(st.integers(1, 12)), draw(st.integers(1, 4))
        rows: list[set[int]] = [set() for _ in range(size)]
        for state in range(1, size):
            rows[draw(st.integers(0, state - 1))].add(state)
        for row in rows:
            row.update(draw(st.lists(st.integers(0, size + ends - 1), max_size=4)))
        rows[-1].add(size)
        return [sorted(row) for row in rows]

    return drawn()


@examples(100)
@given(chains())
def test_a_column_holds_the_states_that_as_many_rolls_reach(targets: list[list[int]]) -> None:
    found = layout(targets, [0])
    distance, frontier = {0: 0}, [0]
    for state in frontier:
        for after in targets[state]:
            if after < len(targets) and after not in distance:
                distance[after] = distance[state] + 1
                frontier.append(after)
    ends = {after for row in targets for after in row if after >= len(targets)}
    last = max(distance.values()) + 1
    assert found.column == distance | dict.fromkeys(ends, last)
    assert found.columns == last + 1


@examples(100)
@given(chains())
def test_nothing_of_a_layout_overlaps(targets: list[list[int]]) -> None:
    found = layout(targets, [0])
    spans: dict[int, list[tuple[int, int]]] = {}
    for (node, column), middle in found.height.items():
        half = (NODE if found.column[node] == column else LANE) // 2
        spans.setdefault(column, []).append((middle - half, middle + half))
    for column in spans.values():
        column.sort()
        assert column[0][0] >= 0
        assert column[-1][1] <= found.tall
        assert all(start >= end for (_, end), (start, _) in pairwise(column))


@examples(100)
@given(chains())
def test_every_step_goes_on_by_one_column(targets: list[list[int]]) -> None:
    found = layout(targets, [0])
    for state, row in enumerate(targets):
        for after in row:
            route = found.route(state, after)
            assert (route[0][0], route[-1]) == (state, (after, found.column[after]))
            if found.column[after] > found.column[state]:
                assert all(there == here + 1 for (_, here), (_, there) in pairwise(route))
                assert all(item in found.height for item in route)


def test_the_rolls_to_a_decision_of_the_pass_line() -> None:
    chances = decided_by_roll(edge("pass").model.chain())
    points = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    assert chances[0] == Fraction(12, 36)
    for roll, chance in enumerate(chances[1:-1], start=2):
        assert chance == sum(
            Fraction(ways, 36) * Fraction(ways + 6, 36) * Fraction(30 - ways, 36) ** (roll - 2)
            for ways in points.values()
        )
    assert sum(chances) == 1
    assert chances[-1] <= Fraction(1, 50) < chances[-1] + chances[-2]
    assert len(decided_by_roll(edge("fire").model.chain())) <= MOST_ROLLS + 1


def rectangles(svg: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    series = next(node for node in root.iter() if "series" in node.get("class", ""))
    return list(series)


def test_bars_are_as_long_as_probabilities() -> None:
    net_win = edge("fire").value.net_win
    assert net_win is not None
    found = list(net_win.probabilities.items())
    assert [net for net, _ in found] == [999, 249, 24, -1]
    assert sum(chance for _, chance in found) == 1
    drawn = nets_chart(net_win)
    widths = [Fraction(bar.get("width", "")) for bar in rectangles(drawn.svg)][::-1]
    for width, (_, chance) in zip(widths, found, strict=True):
        assert abs(width / widths[-1] - chance / found[-1][1]) < Fraction(1, 1000)
    assert "+24: 0.8798%" in drawn.svg


def test_columns_are_as_high_as_probabilities() -> None:
    chances = decided_by_roll(edge("pass").model.chain())
    heights = [Fraction(bar.get("height", "")) for bar in rectangles(rolls_chart(chances).svg)]
    for height, chance in zip(heights, chances, strict=True):
        assert abs(height / heights[0] - chance / chances[0]) < Fraction(1, 1000)


def test_charts_hold_no_colours_scripts_or_ids() -> None:
    net_win = edge("field").value.net_win
    assert net_win is not None
    chart = nets_chart(net_win).svg
    assert not re.search(r"fill=|stroke=|font|id=|<script|style=|#", chart)
    assert 'role="img"' in chart


# --- the command


def test_the_command_writes_only_where_it_is_told(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = oddscalc("site", "--out", "a/b", "--rules", "us-nj-mini-dice")
    assert (ran.code, ran.out) == (0, "")
    assert re.search(r"oddscalc: \d+ files written to a.b; open a.b.index\.html", ran.err)
    assert {path.name for path in tmp_path.iterdir()} == {"a"}
    assert (tmp_path / "a" / "b" / "index.html").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "nowhere"], "there is no rulebook 'nowhere'"),
        (["--rules", "nowhere.toml"], "nowhere.toml: cannot be read"),
    ],
)
def test_unusable_input(oddscalc: Run, tmp_path: Path, arguments: list[str], message: str) -> None:
    ran = oddscalc("site", "--out", str(tmp_path / "out"), *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert not (tmp_path / "out").exists()


def test_a_directory_that_cannot_be_written(oddscalc: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = oddscalc("site", "--out", str(tmp_path / "file"), "--rules", "lc")
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err
    assert oddscalc("site").code == 2


def test_two_rulebooks_of_one_id_are_refused(own: Path) -> None:
    book = rulebook(str(own))
    with pytest.raises(OddscalcError, match="two rulebooks have the id 'own'"):
        list(site([book, book]))


def test_without_the_libraries_it_says_what_to_install(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "leather", None)
    ran = oddscalc("site", "--out", str(tmp_path / "out"))
    assert ran.code == 2
    assert 'the pages need leather: pip install "oddscalc[site]"' in ran.err
    assert not (tmp_path / "out").exists()


def test_names_of_a_users_own_bet_are_escaped(few: Path) -> None:
    for path in few.rglob("*.html"):
        text = path.read_text(encoding="ascii")
        assert SCRIPT not in text, path
        assert "<img" not in text, path
        assert "<i>" not in text, path
    text = (few / "bets/own/scripted.html").read_text(encoding="ascii")
    assert "<h1>&lt;script&gt;document.title=&#39;taken&#39;&lt;/script&gt;</h1>" in text
    assert "{{ 7 * 7 }} {% raise %}" in text
    assert ">49<" not in text


# --- in a browser


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if PROGRAM is None:
        pytest.skip("there is no Chromium here")
    pytest.importorskip("websockets", reason="websockets is not installed")
    with chromium(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def browser(started: Browser, few: Path) -> Iterator[Browser]:
    """Return the browser with nothing chosen and a wide, light window; it must not complain."""
    started.prefer("light")
    started.resize(1280)
    started.open(few / "index.html")
    started.run("localStorage.clear()")
    started.open(few / "index.html")
    yield started
    assert started.complaints == []
    assert started.requests != []
    assert [address for address in started.requests if not address.startswith("file://")] == []


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script of axe-core, an engine that finds barriers in pages."""
    path = os.environ.get("ODDSCALC_AXE")
    if not path:
        pytest.skip("ODDSCALC_AXE does not name the axe.min.js of axe-core")
    return Path(path).read_text(encoding="utf-8")


KINDS = (
    *("index.html", "compare.html", "about.html", "tables/index.html"),
    *("tables/lc-at-customary.html", "bets/lc/dont-pass.html", "bets/lc/place-7.html"),
    *("bets/own/scripted.html", "bets/lc/place-6.html"),
)
VISIBLE = (
    "[...document.querySelectorAll('#bets tbody tr')].filter(row => row.offsetParent !== null)"
)
PAPER = "getComputedStyle(document.body).backgroundColor"
WHITE, DARK = "rgb(255, 255, 255)", "rgb(20, 23, 26)"


def shown(browser: Browser) -> list[str]:
    """Return the pages of the bets that the list shows, in its order."""
    return list(browser.run(VISIBLE + ".map(row => row.querySelector('a').getAttribute('href'))"))


def column(browser: Browser, number: int) -> list[str]:
    return list(browser.run(f"{VISIBLE}.map(row => row.cells[{number}].dataset.value)"))


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_page_loads_from_a_file_without_a_complaint_or_a_request(
    browser: Browser, few: Path, name: str
) -> None:
    browser.open(few / name)
    assert len(browser.requests) >= 4
    assert browser.run("document.querySelector('h1').offsetHeight") > 0
    assert browser.run(PAPER) == WHITE
    assert browser.run("document.documentElement.classList.contains('script')")


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["index.html", "compare.html", "about.html", "bets/lc/dont-pass.html",
             "tables/lc-at-customary.html"],
)  # fmt: skip
def test_axe_finds_no_barrier(
    browser: Browser, few: Path, axe: str, name: str, scheme: str, width: int
) -> None:
    browser.prefer(scheme)
    browser.resize(width)
    browser.open(few / name)
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    browser.run(axe)
    found = browser.run(
        "axe.run(document, {preload: false}).then(found => ({passes: found.passes.length,"
        " problems: found.violations.map(one => [one.id, one.nodes[0].html])}))"
    )
    assert found["problems"] == []
    assert found["passes"] > 15


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_phone_scrolls_a_page_only_down(browser: Browser, few: Path, name: str) -> None:
    browser.resize(390)
    browser.open(few / name)
    assert browser.run("document.documentElement.scrollWidth") == 390


@pytest.mark.slow
def test_typing_filters_the_list(browser: Browser) -> None:
    everything = shown(browser)
    assert len(everything) == 71
    assert browser.run("document.getElementById('count').textContent") == "71 bets"
    browser.run("document.getElementById('words').focus()")
    browser.type("  LAY lc ")
    assert shown(browser) == [f"bets/lc/lay-{point}.html" for point in (4, 5, 6, 8, 9, 10)]
    assert browser.run("document.getElementById('count').textContent") == "6 of 71 bets"
    browser.type(" nonsense")
    assert shown(browser) == []
    assert browser.run("document.getElementById('nothing').offsetHeight") > 0
    browser.run("document.querySelector('#filter button[type=reset]').click()")
    browser.wait("document.getElementById('count').textContent", "71 bets")
    assert shown(browser) == everything


@pytest.mark.slow
def test_a_rulebook_filters_the_list(browser: Browser) -> None:
    browser.run(
        "(() => { const book = document.getElementById('book'); book.value = 'own';"
        " book.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    assert shown(browser) == ["bets/own/scripted.html"]


@pytest.mark.slow
def test_a_click_on_a_heading_sorts_and_says_so(browser: Browser) -> None:
    before = shown(browser)
    heading = "document.querySelectorAll('#bets thead th')[5]"
    assert browser.run(f"{heading}.getAttribute('aria-sort')") is None
    for direction, sign in (("ascending", 1), ("descending", -1)):
        browser.run(f"{heading}.querySelector('button').click()")
        assert browser.run(f"{heading}.getAttribute('aria-sort')") == direction
        values = column(browser, 5)
        numbers = [Fraction(value) * sign for value in values if value]
        assert numbers == sorted(numbers)
        assert len(numbers) > 40
        assert set(values[len(numbers) :]) == {""}
        assert sorted(shown(browser)) == sorted(before)
    assert browser.run("document.querySelectorAll('[aria-sort]').length") == 1
    assert (
        browser.run("document.getElementById('told').textContent") == "Sorted by Made, descending"
    )


@pytest.mark.slow
def test_words_sort_by_the_numbers_in_them(browser: Browser) -> None:
    browser.run("document.querySelector('#bets thead button').click()")
    lays = [name for name in shown(browser) if name.startswith("bets/lc/lay-")]
    assert lays == [f"bets/lc/lay-{point}.html" for point in (4, 5, 6, 8, 9, 10)]
    browser.run("document.querySelector('#bets thead button').click()")
    assert [name for name in shown(browser) if name in lays] == lays[::-1]


@pytest.mark.slow
def test_the_keyboard_is_enough(browser: Browser) -> None:
    browser.press("Tab")
    assert browser.run("document.activeElement.className") == "skip"
    assert browser.run("document.activeElement.getBoundingClientRect().left") >= 0
    browser.press("Enter", "\r")
    assert browser.run("location.hash") == "#main"
    for _ in range(30):
        if browser.run("document.activeElement.closest('thead') !== null"):
            break
        browser.press("Tab")
    assert browser.run("document.activeElement.textContent") == "Bet"
    assert browser.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.press("Enter", "\r")
    assert browser.run("document.activeElement.parentNode.getAttribute('aria-sort')") == "ascending"


@pytest.mark.slow
def test_the_system_chooses_light_or_dark_and_the_button_overrules_it(
    browser: Browser, few: Path
) -> None:
    pressed = "document.getElementById('theme').getAttribute('aria-pressed')"
    assert (browser.run(PAPER), browser.run(pressed)) == (WHITE, "false")
    browser.prefer("dark")
    browser.wait(pressed, "true")
    assert browser.run(PAPER) == DARK
    browser.run("document.getElementById('theme').click()")
    assert (browser.run(PAPER), browser.run(pressed)) == (WHITE, "false")
    browser.open(few / "about.html")
    assert browser.run(PAPER) == WHITE, "the choice is remembered on other pages"
    browser.prefer("light")
    browser.run("document.getElementById('theme').click()")
    browser.open(few / "bets/lc/pass.html")
    assert browser.run(PAPER) == DARK


@pytest.mark.slow
def test_where_nothing_can_be_stored_the_button_still_works(browser: Browser, few: Path) -> None:
    denied = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})"
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=denied)["identifier"]
    try:
        browser.open(few / "about.html")
        assert browser.run(PAPER) == WHITE
        browser.run("document.getElementById('theme').click()")
        assert browser.run(PAPER) == DARK
    finally:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


@pytest.mark.slow
def test_a_button_copies_the_exact_fraction(browser: Browser, few: Path) -> None:
    browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite"])
    browser.open(few / "bets/lc/dont-pass.html")
    button = "document.querySelector('[aria-label=\"Copy the exact house edge per bet made\"]')"
    browser.run(f"{button}.click()")
    browser.wait("document.getElementById('told').textContent", "Copied 3/220")
    assert browser.run("navigator.clipboard.readText()") == "3/220"


@pytest.mark.slow
def test_copying_works_where_the_clipboard_is_denied_to_scripts(
    browser: Browser, few: Path
) -> None:
    browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite"])
    browser.open(few / "bets/lc/dont-pass.html")
    browser.run("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))")
    button = "document.querySelector('[aria-label=\"Copy the exact expected rolls\"]')"
    browser.run(f"{button}.click()")
    browser.wait("document.getElementById('told').textContent", "Copied 557/165")
    assert browser.run("navigator.clipboard.readText()") == "557/165"


@pytest.mark.slow
def test_no_script_of_a_users_names_runs(browser: Browser, few: Path) -> None:
    for name in ("index.html", "compare.html", "about.html", "bets/own/scripted.html"):
        browser.open(few / name)
        strange = browser.run(
            "[...document.scripts].filter(one => one.type !== 'application/json'"
            " && !(one.src.startsWith('file:') && one.textContent === '')).length"
        )
        assert strange == 0
        assert browser.run("document.title") != "taken"
        assert browser.run("document.querySelectorAll('img').length") == 0
    assert browser.run("document.querySelector('h1').textContent") == SCRIPT
    assert browser.run("document.querySelectorAll('main h2').length") == 2


@pytest.mark.slow
def test_without_scripts_the_list_is_a_plain_table(browser: Browser, few: Path) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(few / "index.html")
        assert len(shown(browser)) == 71
        for needing in ("#filter", "#theme"):
            assert browser.run(f"document.querySelector('{needing}').offsetHeight") == 0
        assert browser.run("document.querySelectorAll('#bets button').length") == 0
        browser.prefer("dark")
        assert browser.run(PAPER) == DARK
        browser.open(few / "bets/lc/dont-pass.html")
        assert browser.run("document.querySelector('.copy').offsetHeight") == 0
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.slow
def test_paper_is_white_and_has_what_is_folded_away_on_a_screen(
    browser: Browser, few: Path
) -> None:
    browser.prefer("dark")
    browser.open(few / "bets/lc/dont-pass.html")
    browser.run("document.getElementById('theme').click()")
    browser.run("document.getElementById('theme').click()")
    browser.prefer("dark", media="print")
    assert browser.run(PAPER) == WHITE
    assert browser.run("document.querySelector('.top').offsetHeight") == 0
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    assert browser.run("document.querySelectorAll('details:not([open])').length") == 0
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    assert browser.run("document.querySelectorAll('details[open]').length") == 0
    assert len(browser.call("Page.printToPDF")["data"]) > 10_000


@pytest.mark.slow
def test_the_picture_of_a_chain_is_drawn_in_the_colours_of_the_page(
    browser: Browser, few: Path
) -> None:
    browser.open(few / "bets/lc/dont-pass.html")
    assert browser.run("document.querySelectorAll('svg.chain .box').length") == 7 + 3 + 7 + 2
    assert browser.run("document.querySelectorAll('svg.chart').length") == 4
    fill = "getComputedStyle(document.querySelector('.chain text')).fill"
    light = browser.run(fill)
    browser.prefer("dark")
    assert browser.run(fill) not in (light, "rgb(0, 0, 0)")


@pytest.mark.slow
def test_what_is_asked_of_the_list_stands_in_the_address(browser: Browser, few: Path) -> None:
    browser.run("document.getElementById('words').focus()")
    browser.type("lay lc")
    assert browser.run("location.hash") == "#find=lay+lc"
    browser.run("document.querySelectorAll('#bets thead button')[5].click()")
    browser.run("document.querySelectorAll('#bets thead button')[5].click()")
    address = str(browser.run("location.hash"))
    assert address == "#find=lay+lc&sort=5-"
    wanted = shown(browser)
    browser.open(few / "about.html")
    browser.open(few / "index.html", address)
    assert shown(browser) == wanted
    assert browser.run("document.getElementById('count').textContent") == "6 of 71 bets"


@pytest.mark.slow
def test_on_a_phone_the_edge_of_each_bet_is_in_sight(browser: Browser, few: Path) -> None:
    browser.resize(390)
    browser.open(few / "index.html")
    off = browser.run(
        f"{VISIBLE}.filter(row => {{ const cell = row.querySelector('td.edge, td.none');"
        " const box = cell && cell.getBoundingClientRect();"
        " return !box || box.width === 0 || box.right > 390 || box.left < 0; }).length"
    )
    assert off == 0


def test_a_second_run_leaves_what_has_not_changed(tmp_path: Path) -> None:
    from oddscalc._tables.tables import write

    write(tmp_path, "a/b.txt", "one\n")
    os.utime(tmp_path / "a/b.txt", (1, 1))
    write(tmp_path, "a/b.txt", "one\n")
    assert (tmp_path / "a/b.txt").stat().st_mtime == 1
    write(tmp_path, "a/b.txt", "two\n")
    assert (tmp_path / "a/b.txt").read_text() == "two\n"


@pytest.mark.slow
def test_a_comparison_shows_the_chosen_bets_and_rulebooks_and_keeps_them_in_the_address(
    browser: Browser, few: Path
) -> None:
    rows = "[...document.querySelectorAll('.matrix tbody tr')].filter(row => !row.hidden)"
    browser.open(few / "compare.html")
    everything = int(browser.run(f"{rows}.length"))
    browser.open(few / "about.html")
    browser.open(few / "compare.html", "#find=lay&rules=lc")
    assert 0 < int(browser.run(f"{rows}.length")) < everything
    heads = "[...document.querySelectorAll('.matrix thead th')].filter(one => !one.hidden).length"
    assert browser.run(heads) == 2
    browser.run("document.getElementById('differing').click()")
    assert browser.run("location.hash") == "#find=lay&rules=lc&differing=1"
    assert browser.run(f"{rows}.length") == 0  # one rulebook does not differ from itself


@pytest.mark.slow
def test_a_chart_is_a_file_with_its_own_colours(browser: Browser, few: Path) -> None:
    browser.open(few / "bets/lc/place-6.html")
    address = str(browser.run("document.querySelector('a.download').href"))
    assert address.startswith("data:image/svg+xml")
    chart = ElementTree.fromstring(unquote(address.partition(",")[2]))
    assert chart.tag == "{http://www.w3.org/2000/svg}svg"
    assert "rgb(" in ElementTree.tostring(chart, encoding="unicode")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "seen"),
    [("?embed", (True, True)), ("?embed=calculator", (True, False)), ("", (True, True))],
)
def test_a_piece_stands_alone_in_another_page(
    query: str, seen: tuple[bool, bool], browser: Browser, few: Path
) -> None:
    browser.open(few / "bets/lc/place-6.html", query)
    found = [
        bool(browser.run(f"document.querySelector('{one}').getClientRects().length > 0"))
        for one in ("#calculator", "section.reading", "header.top", "footer")
    ]
    assert found == [*seen, not query, not query]


@pytest.mark.parametrize("bet", ["pass", "dont-pass", "come"])
def test_variants_with_odds_are_those_of_asking_for_them(bet: str) -> None:
    (answer,) = ask([bet], Query())[:1]
    found = {one.choice: one.answer.value for one in variants(answer, takes_odds=True)}
    assert list(found) == list(ODDS)
    for text, value in found.items():
        assert value.house_edge == edge(bet, odds=text).value.house_edge


@pytest.mark.parametrize("bet", ["buy-4", "lay-6"])
def test_variants_by_commission_are_those_of_asking_for_them(bet: str) -> None:
    (answer,) = ask([bet], Query())
    found = {one.choice: one.answer.value for one in variants(answer, takes_odds=False)}
    assert list(found) == list(COMMISSIONS)
    for text, value in found.items():
        assert value.house_edge == edge(bet, vig=text).value.house_edge


def test_a_bet_of_one_price_has_no_variants() -> None:
    (answer,) = ask(["any-7"], Query())
    assert variants(answer, takes_odds=False) == []


def test_a_page_says_in_what_other_rulebooks_differ() -> None:
    text = files(FEW)["bets/standard/pass.html"]
    row = next(line for line in text.splitlines() if "../../bets/lc/pass.html" in line)
    assert "<td>nothing</td>" in row


OWN_BET = """
[[bets]]
id = "six-first"
name = "Six first"
kind = "race"
source = "me"
rule = { win = "6", lose = "7" }
"""
OWN_LIST = """
id = "mine"
title = "Mine"
source = "me"
status = "draft"

[[prices]]
bets = ["six-first", "any-7"]
pays = "7 to 5"
source = "me"
status = "draft"
"""


@pytest.mark.slow
def test_own_bets_and_prices_are_shown(oddscalc: Run, tmp_path: Path) -> None:
    bets, prices, out = tmp_path / "bets.toml", tmp_path / "list.toml", tmp_path / "site"
    bets.write_text(OWN_BET)
    prices.write_text(OWN_LIST)
    ran = oddscalc("site", "--bets", str(bets), "--paytable", str(prices), "--out", str(out))
    assert ran.code == 0
    text = (out / "bets/standard/six-first.html").read_text()
    assert ">-1/11<" in text  # 5/11 of 7/5, less 6/11, is 1/11 for the player
    assert 'id="list-mine"' in (out / "about.html").read_text()


@pytest.mark.slow
def test_a_rulebook_with_prices_of_its_own_has_pages(oddscalc: Run, tmp_path: Path) -> None:
    book = "examples/rulebooks/colorado-second-hand.toml"
    ran = oddscalc("site", "--rules", book, "--out", str(tmp_path))
    assert ran.code == 0, ran.err


def test_an_own_list_with_the_id_of_a_shipped_one_is_refused() -> None:
    own = replace(paytables.shipped("customary"), title="other")
    with pytest.raises(OddscalcError, match="is the id of a shipped paytable"):
        list(site([rulebooks.shipped("lc")], lists=[own]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "bet"),
    [
        ("six place", "place-6"),
        ("Place the Six", "place-6"),
        ("hardway four", "hard-4"),
        ("seven any", "any-7"),
        ("3 craps", "craps-3"),
    ],
)
def test_a_bet_is_found_by_its_words_in_any_order(
    asked: str, bet: str, browser: Browser, few: Path
) -> None:
    browser.open(few / "about.html")
    browser.open(few / "index.html", f"#rules=lc&find={quote_plus(asked)}")
    found = shown(browser)
    assert f"bets/lc/{bet}.html" in [one.partition("#")[0] for one in found]
    assert len(found) <= 6


@pytest.mark.slow
def test_a_bet_is_found_by_its_clause(browser: Browser, few: Path) -> None:
    browser.open(few / "about.html")
    browser.open(few / "index.html")
    clause = str(browser.run("document.querySelector('#bets tbody tr').cells[2].textContent"))
    browser.open(few / "about.html")
    browser.open(few / "index.html", f"#find={quote_plus(clause)}")
    assert shown(browser)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bets/lc/dont-pass.html", "bets/lc/place-6.html"])
def test_on_a_phone_no_number_of_a_bet_is_cut(name: str, browser: Browser, few: Path) -> None:
    browser.resize(390)
    browser.open(few / name)
    cells = "[...document.querySelectorAll('.stacked th, .stacked td')]"
    assert int(browser.run(f"{cells}.length")) > 20
    assert browser.run(f"{cells}.filter(x => x.getBoundingClientRect().right > 390).length") == 0


def plan_page(folder: Path) -> Path:
    """Write the page of a plan beside other pages, and return where it is."""
    (page, text), _ = plan_files("place-68", about=ABOUT)
    (folder / page).parent.mkdir(exist_ok=True)
    (folder / page).write_text(text, encoding="ascii")
    return folder / page


def test_a_plan_has_a_page_with_its_exact_numbers() -> None:
    (page, text), (name, numbers) = plan_files("place-68", about=ABOUT)
    assert (page, name) == ("plans/place-68.html", "plans/place-68.json")
    assert json.loads(numbers)["mean"]["exact"] == "-1/3"
    assert "-1/3" in text


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier_on_the_page_of_a_plan(
    width: int, scheme: str, browser: Browser, few: Path, axe: str
) -> None:
    browser.prefer(scheme)
    browser.resize(width)
    browser.open(plan_page(few))
    browser.run(axe)
    found = browser.run(
        "axe.run(document, {preload: false}).then(found =>"
        " found.violations.map(one => [one.id, one.nodes[0].html]))"
    )
    assert found == []
    assert browser.run("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_what_is_wider_than_a_phone_has_a_mark(browser: Browser, few: Path) -> None:
    wide = (
        "[...document.querySelectorAll('.scroll')].filter(x => x.scrollWidth > x.clientWidth + 1)"
    )
    browser.resize(390)
    browser.open(few / "bets/lc/dont-pass.html")
    browser.wait(f"{wide}.length > 0 && {wide}.every(x => x.classList.contains('cut'))", True)
