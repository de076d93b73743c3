// The problem page's island: editor, draft, Run and Submit, and the verdict as it arrives.

import { must } from "./dom.js";
import { DraftStore } from "./draft.js";
import { Editor } from "./editor.js";
import type { Mode, Report } from "./report.js";
import { Watch } from "./stream.js";
import { activateTabs } from "./tabs.js";
import { VerdictPanel } from "./verdict.js";

interface PageData {
  readonly slug: string;
  readonly user: string | null;
  readonly starter: string;
  readonly titles: Readonly<Record<string, string>>;
}

interface ProblemDetail {
  readonly title?: string;
  readonly detail?: string;
}

const data = JSON.parse(must("#page-data").textContent ?? "{}") as PageData;
const form = must<HTMLFormElement>("#attempt");
const textarea = must<HTMLTextAreaElement>("#source");
const draftNote = must("#draft-note");
const draftButton = must<HTMLButtonElement>("#draft-button");
const panel = new VerdictPanel(data.titles);
const drafts = new DraftStore(data.slug, data.user);
let watch: Watch | null = null;
let sending = false;

activateTabs(must("#tabs"));

const opened = drafts.open();
// Text typed before this script ran beats everything.
const typed = textarea.value !== textarea.defaultValue ? textarea.value : null;
const editor = new Editor({
  parent: must("#editor"),
  text: typed ?? opened.draft?.text ?? data.starter,
  nonce: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "",
  label: "Your solution, Python. Tab indents; Escape, then Tab, leaves the editor.",
  onChange: keep,
  onRun: () => void attempt("run"),
  onSubmit: () => void attempt("submit"),
});
textarea.hidden = true;
if (typed !== null) {
  keep(typed);
} else if (opened.draft !== null) {
  note(opened.earlier === null ? "Draft restored" : "Your draft from before signing in");
  if (opened.earlier !== null) {
    const earlier = opened.earlier.text;
    offer("Use the account's earlier draft", () => editor.replace(earlier));
  }
}

must<HTMLButtonElement>("#reset").hidden = false;
must("#reset").addEventListener("click", () => {
  if (editor.text !== data.starter) {
    editor.replace(data.starter);
    drafts.clear();
    note("Starter restored");
    offer("Undo", () => editor.undo());
  }
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter as HTMLButtonElement | null;
  void attempt(button?.value === "submit" ? "submit" : "run");
});

// Everywhere on the page, not only inside the editor.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
    event.preventDefault();
    void attempt(event.shiftKey ? "submit" : "run");
  }
});

function keep(text: string): void {
  offer(null);
  note(drafts.save(text) ? "Draft saved" : "This browser keeps no drafts");
}

function note(text: string): void {
  draftNote.textContent = text;
}

function offer(label: string | null, action?: () => void): void {
  draftButton.hidden = label === null;
  draftButton.textContent = label ?? "";
  draftButton.onclick = action ?? null;
}

function show(view: "read" | "code" | "result"): void {
  must<HTMLInputElement>(`#view-${view}`).checked = true;
}

async function attempt(mode: Mode): Promise<void> {
  if (data.user === null) {
    drafts.save(editor.text);
    window.location.assign(`/signin?next=${encodeURIComponent(`/problems/${data.slug}`)}`);
    return;
  }
  if (sending) {
    return;
  }
  sending = true;
  watch?.stop();
  editor.noteSent();
  panel.begin(mode);
  show("result");
  try {
    const response = await fetch(`/api/v1/problems/${encodeURIComponent(data.slug)}/submissions`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ source: editor.text, mode }),
    });
    if (response.ok) {
      follow(((await response.json()) as { id: string }).id);
    } else {
      await explainRefusal(response);
    }
  } catch {
    panel.refused("Not sent", "The service can't be reached. Your code is kept in this browser; try again in a moment.");
  } finally {
    sending = false;
  }
}

async function explainRefusal(response: Response): Promise<void> {
  if (response.status === 401) {
    panel.refused("Signed out", "Sign in again to run your code; the draft is kept in this browser.");
    return;
  }
  let problem: ProblemDetail = {};
  try {
    problem = (await response.json()) as ProblemDetail;
  } catch {
    // Not JSON: a proxy spoke. The status is all there is.
  }
  panel.refused(problem.title ?? "Not accepted for grading", problem.detail ?? `The service answered with status ${response.status}. Your code is safe.`);
}

function follow(id: string): void {
  watch = new Watch(id, {
    onQueued: (position, why) => panel.queued(position, why),
    onStarted: () => panel.started(),
    onCase: (index, total, report) => panel.showCase(index, total, report),
    onVerdict: finish,
    onFailed: () => panel.failed(),
    onLost: (seconds) =>
      panel.notice(navigator.onLine ? `The service can't be reached; next try in ${seconds} s. Grading goes on without this page.` : "You are offline. The verdict will be here when you are back."),
    onBack: () => panel.notice(null),
    onGone: (status) =>
      panel.refused(status === 404 ? "Not found" : "Signed out", status === 404 ? "The service doesn't know this submission any more. Send it again." : "Sign in again to see the verdict."),
  });
}

function finish(report: Report): void {
  const line = report.line === null ? null : editor.mark(report.line);
  panel.showReport(report, line, () => {
    show("code");
    editor.showMark();
  });
  if (report.verdict === "accepted" && report.mode === "submit") {
    void unlockSolution();
  }
}

// The solution is part of the page once the problem is solved: take it from there.
async function unlockSolution(): Promise<void> {
  try {
    const response = await fetch(`/problems/${encodeURIComponent(data.slug)}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const solution = page.querySelector("#solution");
    if (response.ok && solution !== null) {
      must("#solution").replaceChildren(...[...solution.childNodes].map((node) => document.importNode(node, true)));
      must("#solved").hidden = false;
    }
  } catch {
    // It is there on the next load.
  }
}
