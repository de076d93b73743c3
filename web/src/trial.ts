// The front page's program: Run replaces the recorded picture with that of the new run.

import { must } from "./dom.js";
import { fetchRun } from "./programs.js";
import { word } from "./words.js";

const form = must<HTMLFormElement>("#trial");
const program = must<HTMLTextAreaElement>("#program");
const cure = must<HTMLButtonElement>("#cure");
const why = must("#cure-why");
const run = document.querySelector<HTMLButtonElement>("#run-program");
let before: number | null = null; // The last run of this visit only: the recorded picture is from another day.

offerCure();
program.addEventListener("input", offerCure);
cure.addEventListener("click", () => {
  program.value = program.value.replace(cure.dataset["from"] ?? "", cure.dataset["to"] ?? "");
  offerCure();
  run?.focus();
});
form.addEventListener("submit", (event) => {
  if (run !== null) {
    event.preventDefault();
    void runProgram();
  }
});
program.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});

/** Offer to move the line, and say why, as long as it is where it was. The place of the reason stays, so nothing moves. */
function offerCure(): void {
  cure.hidden = !program.value.includes(cure.dataset["from"] ?? "");
  why.style.visibility = cure.hidden ? "hidden" : "";
}

async function runProgram(): Promise<void> {
  if (run === null || run.disabled) {
    return;
  }
  run.disabled = true;
  const result = must("#trial-result");
  result.dataset["busy"] = "";
  const answer = await fetchRun(form.action, program.value, "bars");
  if (typeof answer === "string") {
    say(answer);
  } else {
    const found = answer.page.querySelector("#trial-result");
    result.replaceChildren(...[...(found?.childNodes ?? [])].map((node) => document.importNode(node, true)));
    compare();
  }
  delete result.dataset["busy"];
  run.disabled = false;
}

/** Show how long the previous run took, compared with this one. */
function compare(): void {
  const now = readTotal();
  const question = document.querySelector("#trial-result .trial-question");
  if (question !== null && before !== null && now !== null && before > 0 && now > 0) {
    const line = document.createElement("p");
    line.className = "small";
    line.textContent = word("runBefore", { before: show(before), now: show(now) });
    question.after(line);
  }
  before = now ?? before;
}

function readTotal(): number | null {
  const total = document.querySelector<HTMLElement>("#trial-result [data-total]")?.dataset["total"];
  return total === undefined ? null : Number(total);
}

function show(ms: number): string {
  return new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: ms < 10 ? 2 : 3 }).format(ms);
}

function say(text: string): void {
  const place = document.querySelector("#trial-result .trial-question");
  if (place !== null) {
    place.textContent = text;
  }
}
