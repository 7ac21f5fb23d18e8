// Pieces of a page for other sites (?embed, ?embed=calculator), charts as files, the comparison, marks.
"use strict";

// --- a piece alone

if (document.documentElement.classList.contains("embed")) {
  const whole = document.createElement("p");
  const link = document.createElement("a");
  link.href = location.pathname;
  link.textContent = `${document.title}: the whole page`;
  whole.className = "whole";
  whole.append(link);
  document.getElementById("main").append(whole);
  for (const other of document.querySelectorAll("a[href]:not([href^='#'])")) other.target = "_top";
  const follow = () => {
    link.hash = location.hash; // with what the visitor chose
  };
  link.addEventListener("click", follow);
  follow();
}

// --- charts as files

const DRAWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];

// A chart has its colours from the page; a file has to bring its own.
function fileOfChart(chart) {
  const copied = chart.cloneNode(true);
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const originals = [chart, ...chart.querySelectorAll("*")];
  [copied, ...copied.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value) element.style.setProperty(name, value);
    }
  });
  copied.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copied);
}

for (const figure of document.querySelectorAll("figure")) {
  const chart = figure.querySelector("svg");
  const caption = figure.querySelector("figcaption");
  if (!chart || !caption) continue;
  const link = document.createElement("a");
  const name = `${document.querySelector("h1").textContent} ${caption.textContent}`;
  link.className = "download";
  link.textContent = "Download as SVG";
  link.setAttribute("aria-label", `Download as SVG: ${caption.textContent}`);
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.svg`;
  const make = () => {
    link.href = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(fileOfChart(chart))}`;
  };
  make();
  link.addEventListener("click", make); // in the colours that are chosen now
  caption.append(" ", link);
}

// --- the comparison: which bets, which rulebooks

const comparison = document.getElementById("comparison");

function compareAnew() {
  const words = document.getElementById("compared-words").value.trim();
  const books = [...comparison.querySelectorAll("input[name=rules]")];
  const shown = books.map((box) => box.checked);
  const differing = document.getElementById("differing").checked;
  const table = document.querySelector("table.matrix");
  for (const cell of table.tHead.rows[0].cells) {
    if (cell.cellIndex) cell.hidden = !shown[cell.cellIndex - 1];
  }
  for (const row of table.tBodies[0].rows) {
    const cells = [...row.cells].slice(1);
    cells.forEach((cell, index) => {
      cell.hidden = !shown[index];
    });
    const seen = cells.filter((_, index) => shown[index]);
    const edges = new Set(seen.map((cell) => cell.dataset.edges));
    const said = finds(words, row);
    row.hidden = !said || seen.every((cell) => cell.classList.contains("empty")) || (differing && edges.size < 2);
  }
  const asked = new URLSearchParams();
  if (words) asked.set("find", words);
  if (shown.includes(false)) asked.set("rules", books.filter((box) => box.checked).map((box) => box.value).join(","));
  if (differing) asked.set("differing", "1");
  return asked.toString();
}

function compareByAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  document.getElementById("compared-words").value = asked.get("find") ?? "";
  document.getElementById("differing").checked = asked.has("differing");
  const rules = asked.has("rules") ? asked.get("rules").split(",") : null;
  for (const box of comparison.querySelectorAll("input[name=rules]")) {
    box.checked = !rules || rules.includes(box.value);
  }
  compareAnew();
}

if (comparison) {
  const asked = () => {
    const hash = compareAnew();
    history.replaceState(null, "", hash ? `#${hash}` : `${location.pathname}${location.search}`);
  };
  comparison.addEventListener("input", asked);
  comparison.addEventListener("submit", (event) => event.preventDefault());
  comparison.addEventListener("reset", () => setTimeout(asked));
  window.addEventListener("hashchange", compareByAddress);
  compareByAddress();
}

// --- a mark on what is wider than the screen

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    target.classList.toggle("cut", target.scrollWidth > target.clientWidth + 1);
  }
});
for (const region of document.querySelectorAll(".scroll, .told .wide")) widths.observe(region);
