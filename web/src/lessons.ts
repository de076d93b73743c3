// Runs the programs of a lesson in place: the output and the timeline of the calls appear below the program.
//
// Programs can be edited. The edited text is stored in this browser, under a key made from the published program: if
// the lesson is published with a different program, that one is shown.

import { keep, recall } from "./dom.js";
import { fetchRun, runByKey } from "./programs.js";
import { word } from "./words.js";

/** Add buttons to each runnable block below `root`. `mayRun` returns false if it asked a guest to sign up instead. */
export function activateLessons(root: ParentNode, slug: string, mayRun: () => boolean): void {
  for (const block of root.querySelectorAll<HTMLElement>("pre.runnable")) {
    activate(block, slug, mayRun);
  }
}

function activate(block: HTMLElement, slug: string, mayRun: () => boolean): void {
  const original = block.textContent ?? "";
  const key = `lesson:${slug}:${hash(original)}`;
  const area = document.createElement("textarea");
  area.className = "code";
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.wrap = "off";
  area.setAttribute("aria-label", word("lessonLabel"));
  const run = makeButton(word("lessonRun"));
  const edit = makeButton(word("lessonEdit"));
  const reset = makeButton(word("lessonReset"));
  const bar = document.createElement("div");
  bar.className = "lesson-bar";
  bar.append(run, edit, reset);
  const result = document.createElement("div");
  result.className = "lesson-result";
  result.setAttribute("role", "status");
  result.hidden = true;
  block.after(area, bar, result);
  show(recall(key));

  edit.addEventListener("click", () => {
    show(original);
    area.focus();
  });
  reset.addEventListener("click", () => {
    keep(key, null);
    show(null);
    result.hidden = true;
    edit.focus();
  });
  area.addEventListener("input", () => {
    keep(key, area.value === original ? null : area.value);
    fit();
  });
  runByKey(area, run);
  run.addEventListener("click", () => {
    if (mayRun()) {
      void runBlock();
    }
  });

  function show(text: string | null): void {
    area.value = text ?? original;
    area.hidden = text === null;
    block.hidden = text !== null;
    edit.hidden = text !== null;
    reset.hidden = text === null;
    fit();
  }

  function fit(): void {
    area.rows = area.value.split("\n").length + 1;
  }

  async function runBlock(): Promise<void> {
    run.disabled = true;
    result.hidden = false;
    result.textContent = word("sendingProgram");
    const answer = await fetchRun("/programs", area.value, "brief");
    if (typeof answer === "string") {
      result.textContent = answer;
    } else {
      const found = answer.page.querySelector("[data-done]");
      result.replaceChildren(...[...(found?.childNodes ?? [])].map((node) => document.importNode(node, true)));
    }
    run.disabled = false;
  }
}

function makeButton(text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  return button;
}

/** Return a hash of a text (FNV-1a, 32 bits), so that a different program doesn't get an earlier one's draft. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value.toString(36);
}
