// The front page's program: Run puts what this run did in the place of the recorded picture.

import { must } from "./dom.js";
import { word } from "./words.js";

const POLL_MS = 300;
const MOST_POLLS = 300;

const form = must<HTMLFormElement>("#trial");
const program = must<HTMLTextAreaElement>("#program");
const cure = must<HTMLButtonElement>("#cure");
const run = document.querySelector<HTMLButtonElement>("#run-program");
let before: number | null = null; // Of this visit: the picture that was there is of another day.

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

/** Offer to mend the line while it is as it was. */
function offerCure(): void {
  cure.hidden = !program.value.includes(cure.dataset["from"] ?? "");
}

async function runProgram(): Promise<void> {
  if (run === null || run.disabled) {
    return;
  }
  run.disabled = true;
  const result = must("#trial-result");
  result.dataset["busy"] = "";
  try {
    const fields = new URLSearchParams([["source", program.value]]);
    const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
    if (!response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      say(page.querySelector("#main p")?.textContent ?? word("refusedWhy", { status: response.status }));
      return;
    }
    await follow(response.url);
  } catch {
    say(word("unreachable"));
  } finally {
    delete result.dataset["busy"];
    run.disabled = false;
  }
}

/** Ask for the page of a run until it is done, and show its picture here. */
async function follow(address: string): Promise<void> {
  for (let asked = 0; asked < MOST_POLLS; asked += 1) {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    if (!response.ok) {
      say(word("goneWhy"));
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.querySelector("#trial-result");
    if (found?.hasAttribute("data-done") === true) {
      must("#trial-result").replaceChildren(...[...found.childNodes].map((node) => document.importNode(node, true)));
      compare();
      return;
    }
    await new Promise((resolve) => window.setTimeout(resolve, POLL_MS));
  }
  say(word("unreachable"));
}

/** Say how long the run before took, beside this one. */
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
