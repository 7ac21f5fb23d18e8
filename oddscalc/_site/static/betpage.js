// The form on a bet's page: what a visitor chooses, in the address and in every number below it.
"use strict";

const form = document.getElementById("calculator");

const readings = [...document.querySelectorAll("section.reading")]
  .map((section) => ({ section, kept: null, script: section.querySelector("script.data") }))
  .filter((reading) => reading.script)
  .map((reading) => ({ ...reading, data: JSON.parse(reading.script.textContent) }));

// --- the form and the address

function stateOfForm() {
  const state = { pays: [] };
  for (const field of form.elements) {
    if (!field.name) continue;
    const changed = field.value.trim() !== (field.dataset.usual ?? "");
    if (field.name === "pays") {
      if (changed) state.pays.push({ key: field.dataset.key, price: field.value.trim() });
    } else {
      state[field.name] = changed && field.value.trim() !== "" ? field.value.trim() : null;
    }
  }
  return state;
}

function fillForm(state) {
  const first = readings[0].data;
  let pays = {};
  try {
    pays = paysOf(first, state.pays);
  } catch {
    // told where the numbers are made
  }
  for (const field of form.elements) {
    if (!field.name) continue;
    const usual = field.dataset.usual ?? "";
    field.value = field.name === "pays" ? (pays[field.dataset.key] ?? usual) : (state[field.name] ?? usual);
  }
}

// --- the numbers

const EDGE_NAMES = [["made", "per bet made"], ["resolved", "per bet resolved"], ["roll", "per roll"]];

function figures(found) {
  const rows = [];
  found.edges.forEach((edge, place) => {
    const what = place === 0 && edge.name === "stake" ? "House edge" : `Edge over ${edge.name}`;
    for (const [key, name] of EDGE_NAMES) {
      if (edge[key]) rows.push([`${what} ${name}`, edge[key].exact, percent(edge[key])]);
    }
  });
  const add = (name, number) => rows.push([name, number.exact, decimal(number)]);
  add("Expected value", found.expected);
  add("Return to player", ONE.minus(found.edges[0].made));
  add("Hit frequency", found.hit);
  add("Variance", found.variance);
  rows.push(["Standard deviation", "root of the variance", rootDecimal(found.variance)]);
  add("Expected rolls", found.rolls);
  return rows;
}

function row(cells, kinds) {
  const line = document.createElement("tr");
  cells.forEach((text, index) => {
    const cell = document.createElement(index === 0 ? "th" : "td");
    if (index === 0) cell.scope = "row";
    if (kinds[index]) cell.className = kinds[index];
    cell.textContent = text;
    line.append(cell);
  });
  return line;
}

function show(reading, found) {
  const { section } = reading;
  if (!reading.kept) {
    reading.kept = [...section.querySelectorAll("tbody.outcomes, tbody.figures, dl.summary")].map(
      (element) => [element, [...element.childNodes]],
    );
  }
  const [outcomes, numbers] = ["outcomes", "figures"].map((name) => section.querySelector(`tbody.${name}`));
  outcomes.replaceChildren(...found.outcomes.map((outcome, index) => row(
    [outcome.name, found.chances[index].exact, decimal(found.chances[index]),
      outcome.result === "win" ? pricesSaid(reading.data, found, outcome) : "", found.nets[index].exact],
    ["", "", "number", "pays", "number"],
  )));
  numbers.replaceChildren(...figures(found).map((cells) => row(cells, ["", "", "number"])));
  const [edge] = found.edges;
  const summary = [
    ["Edge per bet made", percent(edge.made)],
    ["Per bet resolved", edge.resolved ? percent(edge.resolved) : "-"],
    ["Per roll", percent(edge.roll)],
    ["Wins", percent(found.win)],
    ["Expected rolls", decimal(found.rolls)],
  ];
  section.querySelector("dl.summary").replaceChildren(...summary.map(([name, text]) => {
    const [box, term, said] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    term.textContent = name;
    said.textContent = text;
    box.append(term, said);
    return box;
  }));
  section.classList.add("asked");
}

function pricesSaid(data, found, outcome) {
  if (data.parts || outcome.point !== undefined) return "";
  return found.pays[outcome.key] ?? found.pays.win ?? "";
}

function showAsWritten(reading) {
  for (const [element, nodes] of reading.kept ?? []) element.replaceChildren(...nodes);
  reading.section.classList.remove("asked");
}

function showEdge(found) {
  const [edge] = found.edges;
  const output = form.querySelector("[data-edge]");
  output.textContent = edge.made.exact;
  output.dataset.edge = edge.made.exact;
  form.querySelector(".rounded").textContent = percent(edge.made);
  form.querySelector(".basis").textContent = edge.name === "stake" ? "" : ` over ${edge.name}`;
}

function update(state) {
  const problem = form.querySelector(".problem");
  try {
    const found = readings.map((reading) => value(reading.data, state));
    readings.forEach((reading, index) => {
      if (isAsked(state)) show(reading, found[index]);
      else showAsWritten(reading);
    });
    showEdge(found[0]);
    problem.textContent = "";
    document.body.classList.toggle("loaded-dice", Boolean(parseDice(state.dice ?? "")));
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof RangeError)) throw error;
    problem.textContent = error.message;
    const output = form.querySelector("[data-edge]");
    output.textContent = "-";
    output.dataset.edge = "";
    form.querySelector(".rounded").textContent = "";
  }
}

function onInput() {
  const state = stateOfForm();
  const address = isAsked(state) ? `#${addressOf(state)}` : `${location.pathname}${location.search}`;
  history.replaceState(null, "", address);
  update(state);
}

function onAddress() {
  if (location.hash && !location.hash.includes("=")) return; // a place on the page
  const state = stateOf(location.hash);
  fillForm(state);
  update(state);
}

if (form && readings.length) {
  form.hidden = false;
  form.addEventListener("input", onInput);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const field of form.elements) if (field.name) field.value = field.dataset.usual ?? "";
    onInput();
  });
  window.addEventListener("hashchange", onAddress);
  onAddress();
}
