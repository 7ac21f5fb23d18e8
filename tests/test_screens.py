"""The main pages look as they did."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.chromium import PROGRAM, Browser, chromium
from browser.screens import PAGES, SCREENS, TOLERANCE, differing, kept, screen, written

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if PROGRAM is None:
        assert "ODDSCALC_NO_SKIPS" not in os.environ
        pytest.skip("Chromium is not installed")
    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("site"))


@pytest.mark.parametrize(("name", "width", "scheme"), SCREENS)
def test_a_screen_is_as_it_was_kept(
    name: str, width: int, scheme: str, browser: Browser, pages: Path
) -> None:
    shown = screen(browser, pages / PAGES[name], width, scheme)
    before = base64.b64encode(kept(name, width, scheme).read_bytes()).decode("ascii")
    assert differing(browser, shown, before) <= TOLERANCE


def test_a_page_without_its_styles_is_seen(browser: Browser, tmp_path: Path, pages: Path) -> None:
    plain = tmp_path / "plain.html"
    plain.write_text((pages / "index.html").read_text(encoding="ascii"), encoding="ascii")
    shown = screen(browser, plain, 390, "light")
    before = base64.b64encode(kept("index", 390, "light").read_bytes()).decode("ascii")
    assert differing(browser, shown, before) > TOLERANCE
