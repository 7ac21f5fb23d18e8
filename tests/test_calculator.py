"""The calculator of a bet's page: the same fractions as from Python, in a real browser."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browser.chromium import PROGRAM, Browser, chromium

import oddscalc
from oddscalc._ask.asked import query
from oddscalc._ask.query import Valued, ask
from oddscalc._exact.numbers import decimal, exact
from oddscalc._proof.verify import CertificateError, seal_of, verify
from oddscalc._rules.rulebook import shipped
from oddscalc._site.calculator import calculator
from oddscalc._site.render import static
from oddscalc.errors import OddscalcError

CASES = 600
PRICES = [
    *("7 to 6", "9 to 5", "31 for 1", "15:1", "even", "2 to 1", "1/2 to 1", "2.5 to 1"),
    *("true odds", "half the stake back", "30", "nonsense", "1 for 2"),
]
ODDS = ["2x", "345x", "full-double", "4/10=3x,5/9=4x,6/8=5x", "win 2x", "lay 345x", "5/2x", "9"]
STAKES = ["1", "5", "6", "7.50", "25", "100", "15/2", "0", "-5"]
ROUNDINGS = ["exact", "down", "nearest", "half-even", "up", "refuse"]
VIGS = [
    *("5% of win, when won", "5% of stake, when placed", "none", "5% of win"),
    "5% of win, when placed, rounded down to 1, at least 1",
]
DICE = ["srr=7", "srr=6.5", "srr=5", "srr=1/2"]

BETS = [
    ("standard", "pass"), ("standard", "dont-pass"), ("us-ma", "dont-pass"), ("us-pa", "come"),
    ("standard", "field"), ("us-pa", "place-6"), ("us-ma", "buy-4"), ("standard", "lay-5"),
    ("standard", "horn"), ("sg-mbs", "hard-8"), ("us-nj-mini-dice", "any-7"), ("standard", "fire"),
    ("side-bets", "ride-the-line"), ("crapless", "place-2"), ("massino", "c-and-e"),
    ("standard", "put-6"), ("us-ma", "whirl"), ("variants", "field-12-triple"),
]  # fmt: skip


@cache
def valued(rules: str, bet: str) -> list[tuple[Valued, dict[str, Any]]]:
    answers = ask(*query([bet], {"rules": rules}))
    return [(one, data) for one in answers if (data := calculator(one)) is not None]


def known() -> list[tuple[str, str]]:
    return [(rules, bet) for rules, bet in BETS if shipped(rules).authorises(bet)]


def case(draw: random.Random) -> tuple[dict[str, Any], str, dict[str, Any], str]:
    """Return a page's data, an address, and the same question for Python."""
    rules, bet = draw.choice(known())
    answer, data = draw.choice(valued(rules, bet))
    options: dict[str, Any] = {"rules": rules, "reading": answer.model.reading.name}
    words = {}
    if draw.random() < 0.6:
        key, price = draw.choice(list(data["pays"])), draw.choice(PRICES)
        options["pays"], words["pays"] = [f"{bet}:{key}={price}"], f"{key}={price}"
    if data["odds"] and draw.random() < 0.6:
        options["odds"] = words["odds"] = draw.choice(ODDS)
    if draw.random() < 0.5:
        options["stake"] = words["stake"] = draw.choice(STAKES)
        options["round"] = words["round"] = draw.choice(ROUNDINGS)
    if data["chain"] and draw.random() < 0.25:
        options["dice"] = words["dice"] = draw.choice(DICE)
    if draw.random() < 0.2:
        options["vig"] = words["vig"] = draw.choice(VIGS)
    return data, "#" + "&".join(f"{k}={quote(v)}" for k, v in words.items()), options, bet


def expected(bet: str, options: dict[str, Any]) -> dict[str, Any] | None:
    try:
        value = ask(*query([bet], options))[0].value  # type: ignore[arg-type]
    except OddscalcError:
        return None
    edges = []
    for basis in value.bases:
        edge = value.edge_over(basis)
        if edge is None or value.expected_value is None or value.variance is None:
            return None
        resolved = None if edge.per_bet_resolved is None else exact(edge.per_bet_resolved)
        edges.append([basis.name, exact(edge.per_bet_made), resolved, exact(edge.per_roll)])
    assert value.expected_value is not None
    assert value.variance is not None
    assert value.hit_frequency is not None
    assert value.house_edge is not None
    return {
        "edges": edges,
        "numbers": [
            exact(value.expected_value), exact(value.variance), exact(value.hit_frequency),
            exact(value.expected_rolls), value.sd, decimal(value.house_edge.per_bet_made),
        ],
    }  # fmt: skip


ANSWER = """(() => { const cases = CASES; return cases.map(({ data, address }) => {
  try {
    const found = value(data, stateOf(address));
    return {
      edges: found.edges.map((one) =>
        [one.name, one.made.exact, one.resolved ? one.resolved.exact : null, one.roll.exact]),
      numbers: [found.expected.exact, found.variance.exact, found.hit.exact, found.rolls.exact,
        rootDecimal(found.variance), decimal(found.edges[0].made)],
    };
  } catch (error) {
    if (error instanceof Problem || error instanceof RangeError) return null;
    throw error;
  }
}); })()"""


@pytest.mark.parametrize(("rules", "bet"), [("standard", "pass"), ("us-pa", "place-6")])
def test_a_page_holds_the_chain_and_the_prices(rules: str, bet: str) -> None:
    for answer, data in valued(rules, bet):
        assert data["chances"] == [exact(one.probability) for one in answer.value.payoffs]
        rows = data["chain"]["rows"]
        assert all(sum(ways[1] + ways[2] for ways in row) == 36 for row in rows)
        assert all(sum(ways[1] for ways in row) == 6 for row in rows)
        assert data["pays"]
        json.dumps(data)


def test_every_priced_bet_of_a_rulebook_has_a_calculator() -> None:
    rules = shipped("us-nj-mini-dice")
    for bet, _ in rules:
        assert valued("us-nj-mini-dice", bet.id)


def test_the_script_is_one_readable_file_that_asks_for_nothing() -> None:
    for name in ("calculator.js", "betpage.js", "verifier.js", "proof.js"):
        text = static(name)
        assert text.isascii()
        assert name == "proof.js" or "fetch(" not in text
        assert "eval(" not in text


# --- in a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if PROGRAM is None:
        assert "ODDSCALC_NO_SKIPS" not in os.environ
        pytest.skip("Chromium is not installed")
    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from oddscalc._site.build import site

    folder = tmp_path_factory.mktemp("site")
    for name, text in site([shipped("us-nj-mini-dice"), shipped("standard")]):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="ascii")
    return folder


def opened(browser: Browser, path: Path, address: str) -> None:
    browser.open(path.parents[2] / "about.html")  # the same page again would not load anew
    browser.open(path, address)


def edge_on(browser: Browser) -> str:
    return str(browser.run("document.querySelector('[data-edge]').textContent"))


@pytest.mark.slow
def test_pages_give_the_fractions_that_python_gives(browser: Browser, pages: Path) -> None:
    browser.open(pages / "bets/standard/pass.html")
    draw = random.Random(1)
    drawn = [case(draw) for _ in range(CASES)]
    wanted = [expected(bet, options) for _, _, options, bet in drawn]
    for begun in range(0, CASES, 100):
        some = [
            {"data": data, "address": address} for data, address, *_ in drawn[begun : begun + 100]
        ]
        found = browser.run(ANSWER.replace("CASES", json.dumps(some)))
        for (_, address, options, bet), got, want in zip(
            drawn[begun : begun + 100], found, wanted[begun : begun + 100], strict=True
        ):
            assert got == want, (bet, options, address)
    assert sum(one is not None for one in wanted) >= 400


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "address", "fraction"),
    [
        ("standard/place-6", "", "1/66"),
        ("standard/place-6", "#stake=5&round=down", "1/11"),
        ("standard/place-6", "#pays=win=9%20to%205", "-3/11"),
        ("standard/field", "#pays=12=3%20to%201", "1/36"),
        ("standard/field", "#pays=12%3D3+to+1", "1/36"),
        ("standard/pass", "#odds=345x", "7/1870"),
        ("standard/pass", "#odds=2x&stake=10", "1/165"),
        ("standard/any-7", "#pays=5%20for%201", "1/6"),
        ("standard/any-7", "#pays=win=5%20to%201", "0"),
        ("standard/pass", "#dice=srr=7", None),
        ("standard/buy-4", "#vig=5% of stake, when won", "1/60"),
        ("standard/buy-4", "#vig=5%25%20of%20stake%20when%20won", "1/60"),
        ("standard/buy-4", "#vig=5%25+of+win,+when+placed", "1/10"),
        ("standard/buy-4", "#vig=none", "0"),
        ("standard/place-6", "#pays=place-6:win=9%20to%205", "-3/11"),
        ("standard/place-6", "#pays=7:6", "1/66"),
        ("standard/pass", "#odds=3-4-5X", "7/1870"),
        ("standard/dont-pass", "#odds=6x", None),
        ("us-nj-mini-dice/any-7", "#pays=win=9%20for%202", "1/4"),
    ],
)
def test_an_address_shows_its_edge(
    browser: Browser, pages: Path, page: str, address: str, fraction: str | None
) -> None:
    opened(browser, pages / f"bets/{page}.html", address)
    if fraction is None:
        rules, _, bet = page.partition("/")
        word, _, value = address[1:].partition("=")
        want = expected(bet, {"rules": rules, word: value})
        assert want is not None
        fraction = want["edges"][0][1]
    assert edge_on(browser) == fraction
    assert browser.complaints == []
    assert all(one.startswith("file:") for one in browser.requests)


@pytest.mark.slow
def test_typing_changes_the_numbers_and_the_address(browser: Browser, pages: Path) -> None:
    browser.open(pages / "bets/standard/place-6.html")
    browser.run("document.querySelector('[name=pays]').select()")
    browser.run("document.querySelector('[name=pays]').focus()")
    browser.type("1 to 1")
    browser.wait("document.querySelector('[data-edge]').textContent", "1/11")
    assert browser.run("new URLSearchParams(location.hash.slice(1)).get('pays')") == "win=1 to 1"
    assert "1/11" in str(browser.run("document.querySelector('tbody.figures').textContent"))
    browser.run("document.querySelector('#calculator [type=reset]').click()")
    browser.wait("document.querySelector('[data-edge]').textContent", "1/66")
    assert browser.run("location.hash") == ""
    assert "7 to 6 = 13 for 6" in str(
        browser.run("document.querySelector('tbody.outcomes').textContent")
    )


@pytest.mark.slow
@pytest.mark.parametrize("address", ["#pays=win=30", "#odds=nonsense", "#stake=0", "#pays=win=1e9"])
def test_what_cannot_be_read_is_told_and_no_number_is_shown(
    browser: Browser, pages: Path, address: str
) -> None:
    opened(browser, pages / "bets/standard/pass.html", address)
    assert edge_on(browser) == "-"
    assert browser.run("document.querySelector('.problem').textContent")
    assert browser.complaints == []


# --- the verifier in the page


VERIFIED = """(() => { const cases = CASES; return cases.map((text) => {
  try { return verifier.verify(text).problems; }
  catch (error) { if (error instanceof verifier.Refused) return [error.message]; throw error; }
}); })()"""


def certificates() -> list[str]:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("pass", {}), ("dont-pass", {}), ("field", {}), ("place-6", {"rules": "us-pa"}),
        ("buy-4", {}), ("pass", {"odds": "345x"}), ("horn", {}), ("come", {"odds": "2x"}),
    ]  # fmt: skip
    alone = [oddscalc.edge(bet, **options).certificate() for bet, options in asked]
    return [*alone, oddscalc.portfolio({"pass": 5, "field": 1}).certificate()]


def forged(draw: random.Random, text: str) -> str:
    """Return a certificate with something changed, mostly under a new seal."""
    found = json.loads(text)
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        for key in keys:
            places.append((value, key))
            if isinstance(value[key], dict | list):
                walk(value[key])

    walk(found)
    holder, key = draw.choice(places)
    old = holder[key]
    if isinstance(old, str) and draw.random() < 0.6:
        at = draw.randrange(len(old) + 1)
        holder[key] = old[:at] + draw.choice("0123456789abcdef-/ x") + old[at + draw.randrange(2) :]
    elif draw.random() < 0.7:
        holder[key] = draw.choice([1, 0, -1, True, None, "", "1", "1/1", [], {}, "win", "stake"])
    elif isinstance(holder, list):
        holder.append(old)
    else:
        del holder[key]
    if draw.random() < 0.8 and isinstance(found.get("seal"), str):
        found["seal"] = seal_of(found)
    again = json.dumps(found)
    if draw.random() < 0.1:
        at = draw.randrange(len(again))
        again = again[:at] + draw.choice('{}[],:"0a') + again[at:]
    return again


@pytest.mark.slow
def test_the_page_refuses_what_the_checker_refuses(browser: Browser, pages: Path) -> None:
    opened(browser, pages / "bets/standard/pass.html", "")
    draw, true = random.Random(1), certificates()
    texts = [*true, *(forged(draw, draw.choice(true)) for _ in range(1_000))]
    for begun in range(0, len(texts), 100):
        some = texts[begun : begun + 100]
        for text, problems in zip(
            some, browser.run(VERIFIED.replace("CASES", json.dumps(some))), strict=True
        ):
            try:
                wrong = verify(text)
            except CertificateError as error:
                wrong = [str(error)]
            assert bool(wrong) == bool(problems), (wrong, problems, text[:300])


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["pass", "place-6", "horn"])
def test_a_page_checks_its_own_proof(bet: str, browser: Browser, pages: Path) -> None:
    opened(browser, pages / f"bets/standard/{bet}.html", "")
    browser.run("document.querySelector('.prove button').click()")
    browser.wait("document.querySelector('.prove output').dataset.proven", "true")
    assert "steps checked" in str(
        browser.run("document.querySelector('.prove output').textContent")
    )
    assert browser.complaints == []
    assert all(one.startswith("file:") for one in browser.requests)


@pytest.mark.slow
def test_a_forged_file_that_is_dropped_is_refused(browser: Browser, pages: Path) -> None:
    opened(browser, pages / "bets/standard/pass.html", "")
    drop = """(() => { const data = new DataTransfer();
      data.items.add(new File([TEXT], "forged.json"));
      document.querySelector('.prove').dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); })()"""
    true = (pages / "bets/standard/place-6.usual.json").read_text(encoding="ascii")
    found = json.loads(true)
    found["win"] = "1/2"
    found["seal"] = seal_of(found)
    for text, proven in ((json.dumps(found), "false"), (true, "true"), ("{", "false")):
        browser.run(drop.replace("TEXT", json.dumps(text)))
        browser.wait("document.querySelector('.prove output').dataset.proven", proven)
