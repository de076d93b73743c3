// The instructors' editor: CodeMirror over the form's text, marks on lines with findings, a preview, a live task.

import { autocompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { keep, must, parse, recall } from "./dom.js";
import { typeOver } from "./typing.js";
import { word } from "./words.js";
import { completeManifest } from "./manifest.js";
import { framePart, openRoot } from "./root.js";

const PREVIEW_MS = 400;
const RETRY_MS = 5000;

/** Highlights keys, comments, strings and numbers of YAML, which is enough for reading. */
const yaml = StreamLanguage.define({
  token(stream) {
    if (stream.match(/#.*/)) {
      return "comment";
    }
    if (stream.match(/[A-Za-z_][\w.-]*(?=\s*:(\s|$))/)) {
      return "propertyName";
    }
    if (stream.match(/"(?:[^"\\]|\\.)*"|'[^']*'/)) {
      return "string";
    }
    if (stream.match(/-?\d+(\.\d+)?\b|\b(?:true|false|null)\b/)) {
      return "number";
    }
    if (!stream.match(/[\w-]+/)) {
      stream.next();
    }
    return null;
  },
});

/** Highlights headings, code and emphasis of Markdown; text between fences is code. */
const markdown = StreamLanguage.define<{ fenced: boolean }>({
  startState: () => ({ fenced: false }),
  token(stream, state) {
    if (stream.sol() && stream.match(/`{3,}.*/)) {
      state.fenced = !state.fenced;
      return "meta";
    }
    if (state.fenced) {
      stream.skipToEnd();
      return "string";
    }
    if (stream.sol() && stream.match(/#{1,6} .*/)) {
      return "heading";
    }
    if (stream.match(/`[^`]+`|\$[^$]+\$/)) {
      return "string";
    }
    if (stream.match(/\*\*[^*]+\*\*/)) {
      return "keyword";
    }
    stream.next();
    return null;
  },
});

function chooseLanguage(file: string): Extension {
  return file.endsWith(".py") ? python() : file.endsWith(".md") ? markdown : yaml;
}

const page = must("main.authoring");
const slug = page.dataset["slug"] ?? "";
const form = must<HTMLFormElement>("#save");
const area = must<HTMLTextAreaElement>("#content");
const file = must<HTMLInputElement>("#save [name=file]").value;
const unsaved = must("#unsaved");
const preview = document.querySelector("#preview");
let saved = area.value;
let timer = 0;

async function drawPreview(): Promise<void> {
  if (preview === null) {
    return;
  }
  const response = await fetch(`/authoring/${slug}/preview`, { method: "POST", body: new URLSearchParams({ text: area.value }) });
  if (response.ok) {
    preview.replaceChildren(...parse(await response.text()));
    document.dispatchEvent(new CustomEvent("swapped", { detail: preview }));
  }
}

/** Return the lines of this file that have findings, with the messages. */
function findMarks(): Map<number, string> {
  const marks = new Map<number, string>();
  for (const item of document.querySelectorAll(".findings li")) {
    const link = item.querySelector("a");
    const address = link === null ? null : new URL(link.href);
    const line = Number(address?.searchParams.get("line"));
    if (address?.searchParams.get("file") === file && line > 0) {
      marks.set(line, item.textContent.trim());
    }
  }
  return marks;
}

function edit(): EditorView {
  const host = document.createElement("div");
  host.id = "editor";
  area.hidden = true;
  area.after(host);
  return new EditorView({
    parent: openRoot(host),
    state: EditorState.create({
      doc: area.value,
      extensions: [
        framePart,
        EditorView.contentAttributes.of({ "aria-label": `${file}. ${word("leaveEditor")}`, tabindex: "0" }),
        lineNumbers(),
        history(),
        drawSelection(),
        typeOver,
        highlightActiveLine(),
        EditorState.readOnly.of(area.readOnly),
        indentUnit.of("    "),
        bracketMatching(),
        chooseLanguage(file),
        file === "problem.yaml" ? autocompletion({ icons: false, override: [completeManifest("/api/v1/authoring/schema")] }) : [],
        syntaxHighlighting(classHighlighter),
        EditorView.decorations.compute([], (state) => {
          const found = [...findMarks()].filter(([line]) => line <= state.doc.lines).sort(([a], [b]) => a - b);
          return Decoration.set(
            found.map(([line, title]) => Decoration.line({ class: "cm-marked", attributes: { title } }).range(state.doc.line(line).from)),
          );
        }),
        keymap.of([
          {
            key: "Mod-s",
            run: () => {
              if (!area.readOnly) {
                form.requestSubmit();
              }
              return true;
            },
            preventDefault: true,
          },
          {
            key: "Mod-Enter",
            run: () => {
              document.querySelector<HTMLButtonElement>("[form=save][value=check]")?.click();
              return true;
            },
          },
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            area.value = update.state.doc.toString();
            unsaved.hidden = area.value === saved;
            window.clearTimeout(timer);
            timer = window.setTimeout(() => void drawPreview(), PREVIEW_MS);
          }
        }),
      ],
    }),
  });
}

const view = edit();
const wanted = Number(new URLSearchParams(location.search).get("line"));
if (wanted > 0 && wanted <= view.state.doc.lines) {
  const at = view.state.doc.line(wanted).from;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
}
if (document.querySelector(".writing .error") !== null) {
  saved = "\0"; // The text in the editor isn't stored anywhere.
  unsaved.hidden = false;
}
// What was sent is kept until a page shows it, since a refusal, such as that of somebody signed out, may be no editor.
const sentKey = `authoring:${slug}:${file}`;
const sent = recall(sentKey);
if (sent === area.value) {
  keep(sentKey, null);
} else if (sent !== null && !area.readOnly) {
  const again = must<HTMLButtonElement>("#unsaved-text");
  again.hidden = false;
  again.addEventListener("click", () => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: sent } });
    keep(sentKey, null);
    again.hidden = true;
  });
}
form.addEventListener("submit", () => {
  saved = area.value;
  keep(sentKey, area.value);
});
window.addEventListener("beforeunload", (event) => {
  if (area.value !== saved) {
    event.preventDefault();
  }
});

const task = must("#task");
if (task.dataset["live"] === "yes") {
  followTask();
}

/** Show the task's progress until it is over. A browser doesn't reconnect after an error's status, so this does. */
function followTask(): void {
  const source = new EventSource(`/authoring/${slug}/task/live`);
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) {
      window.setTimeout(followTask, RETRY_MS);
    }
  });
  source.addEventListener("task", (event) => {
    const piece = JSON.parse((event as MessageEvent<string>).data) as { html: string; over: boolean };
    task.replaceChildren(...parse(piece.html));
    if (piece.over) {
      source.close();
      task.dataset["live"] = "no";
    }
  });
}
