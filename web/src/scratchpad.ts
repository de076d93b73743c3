// The scratchpad: an editor, Run, and what JAX did, taken from the page of the run.

import { keep, must, readdress, recall } from "./dom.js";
import { Editor } from "./editor.js";
import { fetchRun } from "./programs.js";
import { dropReplaced, keepReplaced, listReplaced } from "./replaced.js";
import { word } from "./words.js";

const DRAFT = "scratchpad";
const BEFORE = "scratchpad-replaced"; // The drafts that chosen programs replaced.

interface PageData {
  /** Whether the page has a program that the reader chose, not the example. */
  readonly chosen: boolean;
  /** Whether that program is a run's, which is deleted soon. */
  readonly passing: boolean;
  readonly names: string | null;
}

const data = JSON.parse(must("#page-data").textContent ?? "{}") as PageData;
const form = must<HTMLFormElement>("#pad");
const textarea = must<HTMLTextAreaElement>("#source");
const clear = must<HTMLButtonElement>("#clear");
const undo = must<HTMLButtonElement>("#undo");
const back = must<HTMLButtonElement>("#back-to-draft");
const share = must("#share");
let busy = false;

// Text typed before this script ran has priority, then a chosen program, then the one that this browser has stored.
const typed = textarea.value !== textarea.defaultValue;
const draft = recall(DRAFT);
let apart = typed || data.chosen; // Whether the editor's text isn't the draft. It becomes the draft once it is changed.
const text = apart ? textarea.value : (draft ?? textarea.value);
if (data.passing) {
  adopt();
  keep(DRAFT, text);
}
const editor = new Editor({
  host: must("#editor"),
  text,
  label: word("padLabel"),
  names: data.names,
  onChange: (now) => {
    undo.hidden = true;
    if (apart) {
      adopt();
      offerOther();
    }
    keep(DRAFT, now);
  },
  onRun: () => void run(),
  onSubmit: () => void run(),
});
textarea.hidden = true;
offerOther();
back.addEventListener("click", () => {
  const other = findOther();
  if (other !== null) {
    editor.replace(other);
    dropReplaced(BEFORE, other);
    undo.hidden = false;
    editor.focus();
  }
  offerOther();
});
clear.hidden = false;
clear.addEventListener("click", () => {
  editor.replace("");
  undo.hidden = false;
  editor.focus();
});
undo.addEventListener("click", () => {
  editor.undo();
  undo.hidden = true;
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void run();
});
document.addEventListener("click", (event) => {
  const line = (event.target as Element).closest<HTMLElement>("[data-line]")?.dataset["line"];
  if (line !== undefined && editor.mark(Number(line)) !== null) {
    event.preventDefault();
    editor.showMark();
  }
});

/** Let the program that was apart from the draft be the draft, and keep the one that it replaces. */
function adopt(): void {
  apart = false;
  readdress("/scratchpad");
  const replaced = recall(DRAFT); // Another window may have changed it.
  if (replaced !== null && replaced !== text) {
    keepReplaced(BEFORE, replaced);
  }
}

function offerOther(): void {
  back.hidden = findOther() === null;
}

/** Return the draft, or the newest that was replaced, if the editor has another text. */
function findOther(): string | null {
  const others = [apart ? recall(DRAFT) : null, ...listReplaced(BEFORE).map((one) => one.text)];
  return others.find((one) => one !== null && one !== editor.text) ?? null;
}

async function run(): Promise<void> {
  if (busy || document.querySelector("#run-program") === null) {
    return;
  }
  busy = true;
  share.hidden = true;
  editor.noteSent();
  say("busy", word("sending"), word("sendingProgram"));
  const answer = await fetchRun(form.action, editor.text);
  if (typeof answer === "string") {
    say("warn", word("refused"), answer);
  } else {
    const verdict = answer.page.querySelector<HTMLElement>("#verdict");
    must("#verdict").dataset["tone"] = verdict?.dataset["tone"] ?? "idle";
    put("#verdict-head", answer.page.querySelector("#verdict-head"));
    put("#explained", answer.page.querySelector("#explained"));
    const field = share.querySelector<HTMLInputElement>("input");
    if (field !== null) {
      field.value = answer.id;
    }
    share.hidden = false;
    const line = document.querySelector<HTMLElement>("#verdict-head [data-line]")?.dataset["line"];
    if (line !== undefined) {
      editor.mark(Number(line));
    }
  }
  busy = false;
}

function put(selector: string, fresh: Element | null): void {
  must(selector).replaceChildren(...[...(fresh?.childNodes ?? [])].map((node) => document.importNode(node, true)));
}

function say(tone: string, title: string, message: string): void {
  must("#verdict").dataset["tone"] = tone;
  const headline = document.createElement("h2");
  headline.textContent = title;
  const told = document.createElement("p");
  told.className = "message";
  told.textContent = message;
  must("#verdict-head").replaceChildren(headline, told);
}
