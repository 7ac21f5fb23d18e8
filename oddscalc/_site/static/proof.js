// Lets a visitor check the proof of a page, or a certificate of their own, with the verifier.
"use strict";

const MOST_BYTES = 64_000_000;

function sentence(told, name) {
  const steps = `${told.steps.toLocaleString("en")} steps checked`;
  if (told.problems.length) {
    const more = told.problems.length > 3 ? `; and ${told.problems.length - 3} more` : "";
    return `${name}: NOT PROVEN. ${told.problems.slice(0, 3).join("; ")}${more}.`;
  }
  const bets = told.about.map((one) => one.bet).join(", ");
  return `${name}: proven, of the chain and prices in this file; ${steps}. Its header says ${bets}; that chain and prices are those of the header is not checked here (oddscalc verify does).`;
}

function check(content, name, output) {
  let told;
  try {
    told = verifier.verify(content);
  } catch (error) {
    if (!(error instanceof verifier.Refused)) throw error;
    told = { problems: [error.message], steps: 0, about: [] };
  }
  output.textContent = sentence(told, name);
  output.dataset.proven = String(told.problems.length === 0);
  output.dataset.steps = String(told.steps);
}

async function checkFile(file, output) {
  if (file.size > MOST_BYTES) {
    output.textContent = `${file.name}: NOT PROVEN. It is longer than any certificate.`;
    output.dataset.proven = "false";
    return;
  }
  check(await file.text(), file.name, output);
}

async function checkOwn(box, output) {
  const held = box.querySelector("script.proof");
  const name = box.dataset.proof;
  if (held) {
    check(held.textContent, name, output);
    return;
  }
  try {
    const answer = await fetch(name);
    check(await answer.text(), name, output);
  } catch {
    output.textContent = `A page from a file cannot open ${name} by itself: choose it below.`;
  }
}

for (const box of document.querySelectorAll(".prove")) {
  const output = box.querySelector("output");
  box.querySelector("button").addEventListener("click", () => checkOwn(box, output));
  box.querySelector("input").addEventListener("change", (event) => {
    const [file] = event.target.files;
    if (file) checkFile(file, output);
  });
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) checkFile(file, output);
  });
}
