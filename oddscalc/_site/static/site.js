// Filters and sorts the list of bets, copies fractions, switches to dark. The pages work without.
"use strict";

function tell(text) {
  document.getElementById("told").textContent = text;
}

// --- light and dark

const themeButton = document.getElementById("theme");

function showTheme() {
  themeButton.setAttribute("aria-pressed", String(theme.isDark()));
}

themeButton.addEventListener("click", () => {
  const name = theme.isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = name;
  theme.keep(name);
  showTheme();
});
theme.dark.addEventListener("change", showTheme);
showTheme();

// --- copying

function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  const copied = await copy(button.dataset.copy);
  button.focus();
  button.textContent = copied ? "Copied" : "Not copied";
  tell(copied ? `Copied ${button.dataset.copy}` : "The browser does not allow copying");
  setTimeout(() => {
    button.textContent = "Copy";
  }, 1500);
});

// --- finding a bet by its names, in any order of words, or by its clause

const NUMBERS = {
  ace: 1, deuce: 2, trey: 3, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9,
  ten: 10, eleven: 11, twelve: 12,
};
const IDLE = new Set(["bet", "bets", "wager", "wagers", "on", "the", "a", "an", "way"]);

// A word as the command line hears it: numbers as digits, nouns in the singular.
function wordsOf(text) {
  const plain = text.normalize("NFKC").toLowerCase().replace(/&/g, " and ").replace(/['\u2019]/g, "");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !IDLE.has(word)).map((word) => {
    const single = word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
    return single === "hardway" ? "hard" : String(NUMBERS[single] ?? single);
  });
}

// A word that is being typed is found by its beginning, a number as a whole.
function finds(asked, row) {
  const known = row.dataset.words.split(" ");
  const clause = asked.trim().toLowerCase();
  return row.dataset.clause.includes(clause) || wordsOf(asked).every((word) =>
    known.some((one) => (/^\d+$/.test(word) ? one === word : one.startsWith(word))));
}

// --- filtering

const filter = document.getElementById("filter");

function filterBets() {
  const asked = document.getElementById("words").value;
  const book = document.getElementById("book").value;
  const rows = [...document.querySelectorAll("#bets tbody tr")];
  for (const row of rows) {
    const said = finds(asked, row);
    row.hidden = !(said && (!book || row.dataset.book === book));
  }
  const left = rows.filter((row) => !row.hidden).length;
  const all = left === rows.length;
  document.getElementById("count").textContent = all ? `${left} bets` : `${left} of ${rows.length} bets`;
  document.getElementById("nothing").hidden = left > 0;
}

// What is asked of the list stands in the address, so that a link shows the same.
function keepAddress() {
  const words = document.getElementById("words").value.trim();
  const book = document.getElementById("book");
  const sorted = document.querySelector("#bets [aria-sort]");
  const asked = new URLSearchParams();
  if (words) asked.set("find", words);
  if (book.value !== book.dataset.usual) asked.set("rules", book.value || "all");
  if (sorted) asked.set("sort", `${sorted.cellIndex}${sorted.getAttribute("aria-sort") === "descending" ? "-" : ""}`);
  const hash = asked.toString();
  history.replaceState(null, "", hash ? `#${hash}` : `${location.pathname}${location.search}`);
}

function readAddress() {
  const hash = location.hash.slice(1);
  if (hash && !hash.includes("=")) return; // a place on the page
  const asked = new URLSearchParams(hash);
  const book = document.getElementById("book");
  document.getElementById("words").value = asked.get("find") ?? "";
  const rules = asked.get("rules") ?? book.dataset.usual;
  book.value = rules === "all" ? "" : rules;
  filterBets();
  const [, column, back] = /^(\d)(-?)$/.exec(asked.get("sort") ?? "") ?? [];
  const header = column && document.getElementById("bets").tHead.rows[0].cells[Number(column)];
  if (header) sortAnew(document.getElementById("bets"), header, !back);
}

if (filter) {
  const asked = () => {
    filterBets();
    keepAddress();
  };
  filter.addEventListener("input", asked);
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("reset", () => setTimeout(asked));
  window.addEventListener("hashchange", readAddress);
}

// --- sorting

function key(row, column, kind) {
  const cell = row.cells[column];
  if (kind === "text") return cell.textContent.trim().toLowerCase();
  return cell.dataset.value === "" ? null : Number(cell.dataset.value);
}

function order(one, other) {
  if (typeof one === "string") return one.localeCompare(other, "en", { numeric: true });
  return one - other;
}

function sortBy(table, header, ascending) {
  const { cellIndex: column } = header;
  const keyed = [...table.tBodies[0].rows].map((row) => [
    key(row, column, header.dataset.sort),
    row,
  ]);
  keyed.sort(([one], [other]) => {
    if (one === null || other === null) return (one === null) - (other === null); // last
    return ascending ? order(one, other) : order(other, one);
  });
  table.tBodies[0].append(...keyed.map(([, row]) => row));
}

function sortAnew(table, header, ascending) {
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  sortBy(table, header, ascending);
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const header of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      sortAnew(table, header, header.getAttribute("aria-sort") !== "ascending");
      tell(`Sorted by ${button.textContent}, ${header.getAttribute("aria-sort")}`);
      if (filter) keepAddress();
    });
  }
}

if (filter) readAddress();

// --- printing: what is folded away on a screen belongs on paper

let unfolded = [];
window.addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("details:not([open])")];
  for (const details of unfolded) details.open = true;
});
window.addEventListener("afterprint", () => {
  for (const details of unfolded) details.open = false;
});
