// The problem page's script: editor, draft, Run and Submit, and the live verdict.

import { DraftBar } from "./bar.js";
import { offerComfort, offerKeys } from "./comfort.js";
import { arrive, keep, must, readdress, recall, swap, whenNear } from "./dom.js";
import { Drafts, type Stored } from "./draft.js";
import { Editor, type Remark } from "./editor.js";
import { type GuestRun, GuestRuns } from "./guest.js";
import { askToJoin, takePlace } from "./join.js";
import { activateLessons } from "./lessons.js";
import { activateSplit } from "./split.js";
import { Watch } from "./stream.js";
import { activateSwaps } from "./swaps.js";
import { activateTabs } from "./tabs.js";
import { type ReportPiece, VerdictPanel } from "./verdict.js";
import { word } from "./words.js";

/** An attempt whose verdict is awaited. */
interface Waiting {
  readonly id: string;
  readonly source: string;
}

interface PageData {
  readonly slug: string;
  readonly version: number;
  readonly user: string | null;
  /** Whether guests may run code. */
  readonly guest_runs: boolean;
  readonly starter: string;
  readonly draft: Stored | null;
  readonly restored: string | null;
  readonly pending: Waiting | null;
  /** The newest attempt, whose verdict is in the page. */
  readonly judged: { readonly id: string; readonly source: string; readonly line: number | null; readonly remarks: readonly Remark[] } | null;
  readonly names: string | null;
  /** The problem's own functions, which the learner's calls may need. */
  readonly bodies: string;
}

type Mode = "run" | "submit";

const data = JSON.parse(must("#page-data").textContent ?? "{}") as PageData;
const here = `/problems/${encodeURIComponent(data.slug)}`;
const form = must<HTMLFormElement>("#attempt");
const textarea = must<HTMLTextAreaElement>("#source");
const panel = new VerdictPanel();
const bar = new DraftBar();
const drafts = new Drafts(data.slug, data.user, data.draft, {
  onNote: (text) => bar.note(text),
  onOther: (text, label, used) =>
    bar.offerUntilUsed(label, () => {
      used();
      put(text, word("draftRestored"));
    }),
});
const guestRuns = new GuestRuns(data.slug, data.version, data.user === null);
let watch: Watch | null = null;
let waiting: Waiting | null = null; // The attempt that `watch` follows.
let shown = data.judged?.id ?? null; // The submission whose verdict is shown.
let sending = false;

activateTabs(must("#tabs"));
activateLessons(must("#lesson"), data.slug, mayRun);
activateSplit(must("#split-columns"), must(".problem"), 0.25, 0.7);
activateSplit(must("#split-rows"), form, 0.2, 0.75);
activateSwaps(() => bar.note(word("unreachable")));

// Text typed before this script ran has priority.
const typed = textarea.value !== textarea.defaultValue ? textarea.value : null;
const opened = drafts.open(data.draft, data.starter);
const chosen = typed ?? data.restored;
const editor = new Editor({
  host: must("#editor"),
  text: chosen ?? opened ?? data.starter,
  label: word("editorLabel"),
  names: data.names,
  onChange: (text) => {
    bar.withdraw();
    drafts.save(text);
  },
  onRun: () => void attempt("run"),
  onSubmit: () => void attempt("submit"),
});
textarea.hidden = true;
if (chosen !== null) {
  drafts.save(chosen);
  const restoredKey = `restored:${data.user ?? ""}:${data.slug}`;
  // An attempt that was restored and not changed is in the list of attempts, so it isn't kept as a draft.
  if (opened !== null && ![chosen, textarea.defaultValue, recall(restoredKey)].includes(opened)) {
    drafts.replace(opened, "backToDraft");
  }
  keep(restoredKey, data.restored);
}
if (data.restored !== null) {
  bar.note(word("restored"));
  readdress(here + window.location.hash);
}
if (data.pending !== null) {
  editor.noteSent(data.pending.source);
  follow(data.pending);
} else if (data.judged !== null && data.judged.source === editor.text) {
  editor.noteSent();
  point(data.judged.line, data.judged.remarks);
} else if (data.judged !== null) {
  panel.quote(true);
} else if (guestRuns.latest !== null) {
  resume(guestRuns.latest);
}
offerKeys(editor);
offerComfort(editor);
whenNear([must("#statement")], () => void arrive(import("./calls.js")).then((part) => part?.offerCalls(data.slug, data.bodies, () => editor.text, mayRun)));
const place = takePlace(here);
if (place !== null) {
  show("code");
  editor.place(place);
}

must<HTMLButtonElement>("#format").hidden = data.user === null;
must("#format").addEventListener("click", () => void format());
must<HTMLButtonElement>("#reset").hidden = false;
must("#reset").addEventListener("click", () => put(data.starter, word("starterRestored")));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter as HTMLButtonElement | null;
  void attempt(button?.value === "submit" ? "submit" : "run");
});

// Everywhere on the page, not only inside the editor.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
    event.preventDefault();
    if (!event.repeat) {
      void attempt(event.shiftKey ? "submit" : "run");
    }
  }
});

// Links that ask a guest to sign up do so in this page, which keeps the draft and the cursor.
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLElement>("[data-join]");
  if (link !== null && data.user === null) {
    event.preventDefault();
    join(link.dataset["join"] ?? "");
  }
});

// Links to a line of the sent text, and to the sources of earlier attempts.
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLElement>("[data-line], [data-restore]");
  const { line, restore } = link?.dataset ?? {};
  if (line !== undefined && shown !== null) {
    event.preventDefault();
    if (editor.mark(Number(line)) !== null) {
      show("code");
      editor.showMark();
    } else if (guestRuns.latest !== null) {
      putBack(guestRuns.latest, Number(line));
    } else {
      // The editor no longer has the text that was judged.
      window.location.assign(`/submissions/${encodeURIComponent(shown)}#line-${line}`);
    }
  } else if (restore !== undefined) {
    event.preventDefault();
    void restoreAttempt(restore);
  }
});

// The targets of links in the verdict, such as the lesson, are in the reading column; one link leads to the verdict.
window.addEventListener("hashchange", () => {
  const target = document.getElementById(window.location.hash.slice(1));
  if (target?.id === "verdict") {
    show("result");
    target.focus();
  } else if (target?.closest("#reading") != null) {
    show("read");
  }
});

performance.mark("interactive"); // For `bench.web`.

window.addEventListener("offline", () => bar.note(word("offline")));
window.addEventListener("online", () => bar.note(word("online")));

function put(text: string, words: string): void {
  if (editor.text !== text) {
    editor.replace(text);
    bar.note(words);
    bar.offer(word("undo"), () => editor.undo()); // Until the next key.
  }
}

function show(view: "read" | "code" | "result"): void {
  must<HTMLInputElement>(`#view-${view}`).checked = true;
}

async function restoreAttempt(id: string): Promise<void> {
  try {
    const response = await fetch(`/api/v1/submissions/${encodeURIComponent(id)}`, { headers: { Accept: "application/json" } });
    if (response.ok) {
      show("code");
      put(((await response.json()) as { source: string }).source, word("restored"));
      return;
    }
  } catch {
    // The same words serve.
  }
  bar.note(word("unreachable"));
}

async function format(): Promise<void> {
  const before = editor.text;
  try {
    const response = await fetch("/api/v1/format", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ source: before }),
    });
    if (!response.ok) {
      bar.note(word(response.status === 422 ? "cantFormat" : "unreachable"));
      return;
    }
    const { source } = (await response.json()) as { source: string };
    if (editor.text === before) {
      bar.note(word("alreadyFormatted"));
      put(source, word("formatted"));
    }
  } catch {
    bar.note(word("unreachable"));
  }
}

/** Show a guest's latest run again: its verdict, or what becomes of it. */
function resume({ id, source, verdict }: GuestRun): void {
  editor.noteSent(source);
  if (verdict === null) {
    follow({ id, source });
  } else {
    shown = id;
    panel.showReport(verdict);
    point(verdict.line, verdict.remarks);
  }
}

/** Put the source of a guest's run back into the editor, and show one of its lines. */
function putBack({ source }: GuestRun, line: number): void {
  show("code");
  put(source, word("restored"));
  editor.noteSent();
  editor.mark(line);
  editor.showMark();
}

async function attempt(mode: Mode): Promise<void> {
  const guest = data.user === null;
  if (guest && (mode === "submit" || !data.guest_runs)) {
    join(mode);
    return;
  }
  if (sending) {
    return;
  }
  sending = true;
  watch?.stop();
  const before = waiting; // It is followed further if this attempt is refused.
  waiting = null;
  editor.noteSent();
  const source = editor.text;
  panel.begin(mode);
  show("result");
  try {
    const response = await fetch(`/api/v1/problems/${encodeURIComponent(data.slug)}/${guest ? "runs" : "submissions"}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(guest ? { source } : { source, mode }),
    });
    if (response.ok) {
      const { id, version } = (await response.json()) as { id: string; version?: number };
      follow({ id, source });
      if (guest) {
        guestRuns.begin(id, source);
      }
      if (version !== undefined && version !== data.version) {
        bar.offerUntilUsed(word("newerVersion"), () => window.location.reload());
      }
    } else {
      refuse(...(await explainRefusal(response)), before);
    }
  } catch {
    refuse(word("notSent"), word("notSentWhy"), before);
  } finally {
    sending = false;
  }
}

/** Return whether this reader may run code; if not, ask them to sign up. */
function mayRun(): boolean {
  const may = data.user !== null || data.guest_runs;
  if (!may) {
    join("run");
  }
  return may;
}

/** Ask a guest to sign up; the draft and the cursor's position are kept. */
function join(reason: string): void {
  drafts.save(editor.text);
  askToJoin(reason, here, () => editor.cursor, () => editor.focus());
}

/** Say that an attempt was refused, and follow the one before it further if there still is one. */
function refuse(title: string, message: string, before: Waiting | null): void {
  panel.say("warn", title, message);
  if (before !== null) {
    editor.noteSent(before.source);
    follow(before, `${title}: ${message}`);
  }
}

/** Return the title of a refusal, and its reason. */
async function explainRefusal(response: Response): Promise<[string, string]> {
  if (response.status === 401) {
    return [word("signedOut"), word("signedOutRun")];
  }
  let problem: { readonly title?: string; readonly detail?: string } = {};
  try {
    problem = (await response.json()) as typeof problem;
  } catch {
    // Not JSON, so it is from a proxy, and only the status is known.
  }
  return [problem.title ?? word("refused"), problem.detail ?? word("refusedWhy", { status: response.status })];
}

/** Follow an attempt to its verdict. `refusal` says why a later one was refused; it is shown beside this one. */
function follow(attempted: Waiting, refusal = ""): void {
  shown = attempted.id;
  waiting = attempted;
  panel.notice(refusal);
  watch = new Watch(attempted.id, {
    onQueued: (piece) => panel.show(piece),
    onStarted: (piece) => panel.start(piece),
    onCase: (piece) => panel.showCase(piece),
    onVerdict: (piece) => {
      waiting = null;
      finish(piece);
      panel.notice(refusal);
    },
    onFailed: (piece) => {
      waiting = null;
      panel.notice(refusal);
      panel.show(piece);
    },
    onLost: (seconds) =>
      panel.notice(navigator.onLine ? word("lost", { seconds }) : word("lostOffline")),
    onBack: () => panel.notice(refusal),
    onGone: (status) => {
      waiting = null;
      guestRuns.forget();
      if (status === 404) {
        panel.say("warn", word("gone"), word("goneWhy"));
      } else {
        panel.say("warn", word("signedOut"), word("signedOutSee"));
      }
    },
  }, data.user === null ? "runs" : "submissions");
}

/** Mark the lines that the verdict and the remarks are about. */
function point(line: number | null, remarks: readonly Remark[]): void {
  editor.remark(remarks);
  const now = line === null ? null : editor.mark(line);
  panel.quote(now === null);
  const link = document.querySelector("#verdict-head [data-line]");
  if (link !== null && now !== null) {
    link.textContent = word("showLine", { line: now });
  }
}

function finish(piece: ReportPiece): void {
  panel.showReport(piece);
  point(piece.line, piece.remarks);
  guestRuns.finish(piece);
  // There is a new attempt in the list, and a solved problem shows its solution and is marked in its track.
  swap(["#attempts", "#solution", "#solved", "#siblings"], here).catch(() => undefined);
}
