// The scratchpad: an editor, Run, and what JAX did, taken from the page of the run.

import { keep, must, recall } from "./dom.js";
import { Editor } from "./editor.js";
import { fetchRun } from "./programs.js";
import { word } from "./words.js";

const DRAFT = "scratchpad";
const BEFORE = "scratchpad-before"; // The draft before a chosen program became the draft.

interface PageData {
  /** Whether the page has a program that the reader chose, not the example. */
  readonly chosen: boolean;
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
const other = (apart ? draft : null) ?? recall(BEFORE);
const editor = new Editor({
  host: must("#editor"),
  text,
  label: word("padLabel"),
  names: data.names,
  onChange: (now) => {
    undo.hidden = true;
    if (apart) {
      apart = false;
      history.replaceState(null, "", "/scratchpad");
      if (draft !== null && draft !== text) {
        keep(BEFORE, draft);
      }
    }
    keep(DRAFT, now);
  },
  onRun: () => void run(),
  onSubmit: () => void run(),
});
textarea.hidden = true;
if (other !== null && other !== text) {
  back.hidden = false;
  back.addEventListener("click", () => {
    editor.replace(other);
    keep(BEFORE, null);
    back.hidden = true;
    undo.hidden = false;
    editor.focus();
  });
}
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
