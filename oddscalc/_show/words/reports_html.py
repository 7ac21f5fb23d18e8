"""Reports of checks as one HTML page that needs nothing else, on a screen and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from oddscalc._checking.findings import Finding
from oddscalc._checking.verdicts import Checked, Report, heading, identity, plural, shown, summary

STYLE = """\
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1b1b1b; --line: #8a8a8a;
  --head: #eeeeee; --error: #9b0000; --warning: #6b4200; --note: #1b4a80; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #e8e8e8; --line: #7d7d7d; --head: #26292e;
    --error: #ff9c9c; --warning: #f0c264; --note: #9cc6ff; } }
@media print { :root { color-scheme: light; } }
@page { size: landscape; margin: 15mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.45 system-ui, sans-serif; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.2rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; }
.summary { border: 2px solid var(--line); border-left-width: 0.6rem; padding: 0.6rem 1rem;
  font-weight: bold; }
.summary.errors, .summary.unreadable { border-color: var(--error); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; }
.findings table { width: 100%; }
caption { text-align: left; font-weight: bold; padding: 0.3rem 0; }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.5rem; text-align: left;
  vertical-align: top; }
th { background: var(--head); }
td { min-width: 6em; overflow-wrap: anywhere; }
td.told { min-width: 16em; }
th code { white-space: nowrap; }
code { font-family: ui-monospace, monospace; }
td p { margin: 0 0 0.4rem; }
.error { color: var(--error); font-weight: bold; }
.warning { color: var(--warning); font-weight: bold; }
.note { color: var(--note); font-weight: bold; }
@media print {
  body { max-width: none; padding: 0; font-size: 9pt; }
  .wide { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
}
"""

_HEADINGS = ("Severity", "Code", "Place", "Wager", "Finding", "Expected", "Got", "Clause")


def as_html(report: Report) -> str:
    """Return the report as one self-contained page."""
    return "\n".join(_page(report)) + "\n"


def text(value: str | None) -> str:
    r"""Return *value* as the text of an element or attribute, all in ASCII.

    >>> print(text("<b>\x1b caf\xe9"))
    &lt;b&gt;\x1b caf&#233;
    """
    escaped = escape(shown(value or ""))
    return escaped.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _page(report: Report) -> Iterator[str]:
    files = report.checked
    named = files[0].file if len(files) == 1 else plural(len(files), "file")
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Checks of {text(named)}</title>"
    yield f"<style>\n{STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield "<main>"
    yield f"<h1>Checks of {text(named)}</h1>"
    yield f"<p>{text(heading(report))}</p>"
    yield f'<p class="summary {report.verdict}">{text(summary(report))}</p>'
    for number, checked in enumerate(files, start=1):
        yield from _file(checked, report, number)
    yield from _idle(report)
    yield "</main>"
    yield "</body>"
    yield "</html>"


def _file(checked: Checked, report: Report, number: int) -> Iterator[str]:
    yield f'<section aria-labelledby="file-{number}">'
    yield f'<h2 id="file-{number}">{text(checked.file)}</h2>'
    yield "<table>"
    yield "<caption>What was checked, and against what</caption>"
    yield "<tbody>"
    for label, value, digest in identity(checked):
        told = f"<code>{text(value)}</code>" if label == "SHA-256" else text(value)
        if digest is not None:
            told += f"<br>digest <code>{text(digest)}</code>"
        yield f'<tr><th scope="row">{_capital(label)}</th><td>{told}</td></tr>'
    yield "</tbody>"
    yield "</table>"
    counting, aside = report.counting(checked), report.aside(checked)
    if counting:
        yield from _table("Findings", counting, report, number)
    else:
        yield f"<p>{'Nothing else was found.' if aside else 'Nothing was found.'}</p>"
    if aside:
        yield from _table("Ignored, with the reason given", aside, report, number)
    yield "</section>"


def _table(title: str, findings: list[Finding], report: Report, number: int) -> Iterator[str]:
    headings = [*_HEADINGS, "Reason"] if report.reason(findings[0]) is not None else _HEADINGS
    label = f"{title}, file {number}"
    yield f'<div class="wide findings" role="region" aria-label="{label}" tabindex="0">'
    yield "<table>"
    yield f"<caption>{title}</caption>"
    row = "".join(f'<th scope="col">{name}</th>' for name in headings)
    yield f"<thead><tr>{row}</tr></thead>"
    yield "<tbody>"
    for finding in findings:
        yield f"<tr>{''.join(_cells(finding, report.reason(finding)))}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _cells(finding: Finding, reason: str | None) -> Iterator[str]:
    severity = _capital(finding.severity)
    yield f'<td class="{finding.severity}">{severity}</td>'
    yield f'<th scope="row"><code>{text(finding.code)}</code></th>'
    yield f"<td><code>{text(finding.place)}</code></td>"
    yield f"<td>{text(finding.wager)}</td>"
    remedy = f"<p>What to do: {text(finding.remedy)}</p>"
    yield f'<td class="told"><p>{text(finding.message)}</p>{remedy}</td>'
    for value in (finding.expected, finding.got, finding.clause):
        yield f"<td>{text(value)}</td>"
    if reason is not None:
        yield f"<td>{text(reason)}</td>"


def _idle(report: Report) -> Iterator[str]:
    if not report.idle:
        return
    yield "<section>"
    yield "<h2>Ignoring without effect</h2>"
    yield "<table>"
    yield '<thead><tr><th scope="col">Code</th><th scope="col">Reason</th></tr></thead>'
    yield "<tbody>"
    for code in report.idle:
        reason = text(report.ignored[code])
        yield f'<tr><th scope="row"><code>{text(code)}</code></th><td>{reason}</td></tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</section>"


def _capital(word: str) -> str:
    return word[0].upper() + word[1:]
