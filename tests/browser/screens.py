"""Screens of the main pages, a quarter as large, and how much of two of them differs.

``PYTHONPATH=.:tests python -m browser.screens`` renews those that are kept.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from browser.chromium import Browser, chromium

from oddscalc._rules import rulebook as rulebooks
from oddscalc._site.build import site

KEPT = Path(__file__).parent / "screens"
BOOKS = ("standard", "lc")
PAGES = {
    "index": "index.html",
    "compare": "compare.html",
    "pass": "bets/standard/pass.html",
    "buy-4": "bets/standard/buy-4.html",
}
SCREENS = [
    (name, width, scheme)
    for name in PAGES
    for width, scheme in ((390, "light"), (1280, "light"), (390, "dark"))
]
HEIGHT = 1600
TOLERANCE = 0.04
"""What part of the points of a screen may differ; letters are drawn otherwise elsewhere."""

DIFFERING = """Promise.all([ONE, OTHER].map((text) => new Promise((done) => {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const drawn = canvas.getContext("2d");
    drawn.drawImage(image, 0, 0);
    done(drawn.getImageData(0, 0, image.width, image.height));
  };
  image.src = "data:image/png;base64," + text;
}))).then(([one, other]) => {
  if (one.width !== other.width || one.height !== other.height) { window.differing = 1; return; }
  let points = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    points += [0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > 48);
  }
  window.differing = points / (one.data.length / 4);
}), 0"""


def written(folder: Path) -> Path:
    """Write the pages of the screens into *folder*, and return it."""
    for name, text in site([rulebooks.shipped(book) for book in BOOKS]):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="ascii", newline="\n")
    return folder


def screen(browser: Browser, page: Path, width: int, scheme: str) -> str:
    """Return the top of a page as a PNG in base64."""
    browser.prefer(scheme)
    browser.resize(width, HEIGHT)
    browser.open(page)
    clip = {"x": 0, "y": 0, "width": width, "height": HEIGHT, "scale": 0.25}
    return str(browser.call("Page.captureScreenshot", format="png", clip=clip)["data"])


def differing(browser: Browser, one: str, other: str) -> float:
    """Return what part of the points of two screens differs."""
    browser.run("delete window.differing")
    browser.run(DIFFERING.replace("ONE", f'"{one}"').replace("OTHER", f'"{other}"'))
    browser.wait("typeof window.differing", "number")
    return float(browser.run("window.differing"))


def kept(name: str, width: int, scheme: str) -> Path:
    """Return where a screen is kept."""
    return KEPT / f"{name}-{width}-{scheme}.png"


def renewed() -> Iterator[Path]:
    """Write every screen anew, and yield where it is."""
    with tempfile.TemporaryDirectory() as folder:
        pages = written(Path(folder) / "site")
        with chromium(Path(folder) / "profile") as browser:
            for name, width, scheme in SCREENS:
                path = kept(name, width, scheme)
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(
                    base64.b64decode(screen(browser, pages / PAGES[name], width, scheme))
                )
                yield path


if __name__ == "__main__":
    for path in renewed():
        sys.stdout.write(f"{path}\n")
