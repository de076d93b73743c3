// The verdict panel. While a grade runs, rows and check marks appear in the places they keep at the end.

import { type Child, h, must, withCode } from "./dom.js";
import { type CaseReport, type CheckSummary, formatMs, type Mode, type Report, spell } from "./report.js";
import { drawTimeline } from "./timeline.js";

type Tone = "idle" | "busy" | "good" | "bad" | "warn";

const SIGNS: Readonly<Record<Tone, string>> = { idle: "", busy: "…", good: "✓", bad: "✗", warn: "!" };

/** Shows what a submission has come to. */
export class VerdictPanel {
  readonly #panel: HTMLElement;
  readonly #headline: HTMLElement;
  readonly #message: HTMLElement;
  readonly #notice: HTMLElement;
  readonly #checks: HTMLElement;
  readonly #cases: HTMLElement;
  readonly #error: HTMLElement;
  readonly #rest: HTMLElement;
  readonly #titles: Readonly<Record<string, string>>;
  #seen = new Map<number, CaseReport>();

  constructor(titles: Readonly<Record<string, string>>) {
    this.#titles = titles;
    this.#panel = must("#verdict");
    this.#headline = must("#verdict-headline");
    this.#message = must("#verdict-message");
    this.#notice = must("#verdict-notice");
    this.#checks = must("#verdict-checks");
    this.#cases = must("#verdict-cases");
    this.#error = must("#verdict-error");
    this.#rest = must("#verdict-rest");
  }

  /** Begin anew: a grade of this mode is asked for. */
  begin(mode: Mode): void {
    this.#seen = new Map();
    this.#checks.replaceChildren();
    this.#cases.replaceChildren();
    this.#error.replaceChildren();
    this.#rest.replaceChildren();
    this.notice(null);
    this.#head("busy", "Sending", mode === "run" ? "The sample cases will run." : "The sample cases will run, then the hidden ones.");
    this.#panel.scrollTop = 0;
  }

  /** Say the place in the queue; 0 and 1 are the next to run. `why` is given when it waits once more. */
  queued(position: number, why: string): void {
    const place = position > 1 ? `Place ${position} in the queue.` : "Next in the queue.";
    this.#head("busy", "Waiting", why === "" ? place : `${why} ${place}`);
  }

  /** Say that the grade runs, from its first case on: what an earlier attempt showed counts no more. */
  started(): void {
    this.#seen = new Map();
    this.#checks.replaceChildren();
    this.#cases.replaceChildren();
    this.#head("busy", "Running", "Waiting for the first case.");
  }

  /** Show one case's row; a case that arrives twice keeps one row. */
  showCase(index: number, total: number, report: CaseReport): void {
    this.#seen.set(index, report);
    const rows = [...this.#seen.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
    this.#head("busy", "Running", `${rows.length} of ${total} cases done.`);
    this.#placeRow(index, report);
    this.#showChecks(summarise(rows));
  }

  /** Show the whole report. `showLine` is given where the marked line can be shown in the editor. */
  showReport(report: Report, line: number | null, showLine: () => void): void {
    const accepted = report.verdict === "accepted";
    const ours = report.verdict === "internal_error";
    const title = this.#titles[report.verdict] ?? spell(report.verdict);
    this.notice(null);
    this.#head(accepted ? "good" : ours ? "warn" : "bad", accepted && report.mode === "run" ? `${title} on the samples` : title, "");
    this.#message.replaceChildren(...withCode(report.message));
    if (line !== null) {
      const button = h("button", { type: "button", class: "link" }, `Show line ${line}`);
      button.addEventListener("click", showLine);
      this.#message.append(" ", button);
    }
    report.cases.forEach((row, index) => {
      if (JSON.stringify(this.#seen.get(index)) !== JSON.stringify(row)) {
        this.#placeRow(index, row);
      }
    });
    while (this.#cases.children.length > report.cases.length) {
      this.#cases.lastElementChild?.remove();
    }
    this.#showChecks(report.checks);
    this.#error.replaceChildren(...(report.error === null ? [] : describeError(report.error)));
    this.#rest.replaceChildren(...describeRest(report));
  }

  /** Say that the service failed on this submission. */
  failed(): void {
    this.notice(null);
    this.#head("warn", this.#titles["internal_error"] ?? "Our fault", "The service couldn't grade this. It doesn't count, and the operator is told. Your code is safe.");
  }

  /** Say that sending it wasn't possible. */
  refused(title: string, detail: string): void {
    this.notice(null);
    this.#head("warn", title, detail);
  }

  /** Show or clear a line about the connection; it never moves anything. */
  notice(text: string | null): void {
    this.#notice.textContent = text ?? "";
    this.#notice.hidden = text === null;
  }

  #head(tone: Tone, title: string, message: string): void {
    this.#panel.dataset["tone"] = tone;
    this.#headline.replaceChildren(h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[tone]), ` ${title}`);
    this.#message.textContent = message;
  }

  #placeRow(index: number, report: CaseReport): void {
    const row = describeCase(report, this.#titles);
    row.dataset["index"] = String(index);
    const rows = [...this.#cases.children] as HTMLElement[];
    const same = rows.find((other) => other.dataset["index"] === row.dataset["index"]);
    if (same !== undefined) {
      const open = same.querySelector("details")?.open;
      same.replaceWith(row);
      const details = row.querySelector("details");
      if (details !== null && open !== undefined) {
        details.open = open;
      }
      return;
    }
    const next = rows.find((other) => Number(other.dataset["index"]) > index);
    this.#cases.insertBefore(row, next ?? null);
  }

  #showChecks(checks: readonly CheckSummary[]): void {
    this.#checks.replaceChildren(
      ...checks.map((check) => {
        const count = check.cases > 0 ? ` ${check.cases - check.failed.length}/${check.cases}` : "";
        return h("li", { class: check.passed ? "pass" : "fail" }, mark(check.passed), ` ${spell(check.check)}${count}`);
      }),
    );
  }
}

function mark(passed: boolean): HTMLElement {
  return h("span", { class: "mark" }, h("span", { "aria-hidden": "true" }, passed ? "✓" : "✗"), h("span", { class: "unseen" }, passed ? "passed" : "failed"));
}

function summarise(rows: readonly CaseReport[]): CheckSummary[] {
  const names = new Set(rows.flatMap((row) => row.checks.map((check) => check.check)));
  return [...names].map((name) => {
    const having = rows.filter((row) => row.checks.some((check) => check.check === name));
    const failed = having.filter((row) => row.checks.some((check) => check.check === name && !check.passed)).map((row) => row.name);
    return { check: name, passed: failed.length === 0, code: "", message: "", line: null, cases: having.length, failed };
  });
}

function describeCase(report: CaseReport, titles: Readonly<Record<string, string>>): HTMLLIElement {
  const passed = report.verdict === "accepted";
  const failure = report.checks.find((check) => !check.passed);
  const sentence = failure?.message ?? (passed ? "" : (titles[report.verdict] ?? spell(report.verdict)));
  const head: Child[] = [
    mark(passed),
    h("span", { class: "case-name" }, report.name),
    h("span", { class: "case-label" }, report.label),
    h("span", { class: "case-time" }, report.seconds > 0 ? formatMs(report.seconds * 1000) : ""),
  ];
  if (sentence !== "") {
    head.push(h("span", { class: "case-why" }, ...withCode(sentence)));
  }
  const body: Child[] = [];
  if (report.calls.length > 0 && !report.hidden) {
    body.push(drawTimeline(report.calls));
  }
  if (report.shown !== null) {
    const { inputs, expected, got } = report.shown;
    body.push(h("dl", { class: "shown" }, ...pair("Inputs", inputs), ...pair("Expected", expected), ...pair("Got", got)));
  }
  if (isBitForBit(report)) {
    body.push(h("p", { class: "small" }, "The match was bit for bit."));
  }
  const row = h("li", { class: passed ? "case pass" : "case fail" });
  if (body.length === 0) {
    row.append(h("div", { class: "case-head" }, ...head));
  } else {
    const details = h("details", {}, h("summary", { class: "case-head" }, ...head), ...body);
    details.open = !passed || report.name.endsWith("-1");
    row.append(details);
  }
  return row;
}

function isBitForBit(report: CaseReport): boolean {
  return report.checks.some((check) => check.check === "values" && check.passed && check.data["match"] === "bit_equal");
}

function pair(term: string, text: string): HTMLElement[] {
  return [h("dt", {}, term), h("dd", {}, h("pre", { tabindex: "0" }, text))];
}

function describeRest(report: Report): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const failures = report.checks.filter((check) => !check.passed && check.message !== "" && check.message !== report.message);
  if (failures.length > 0) {
    parts.push(h("h3", {}, "Also"), h("ul", { class: "also" }, ...failures.map((check) => h("li", {}, ...withCode(check.message)))));
  }
  if (report.hints !== undefined && report.hints.length > 0) {
    const items = report.hints.map((hint) => h("li", {}, h("b", {}, hint.level), `, line ${hint.line}: `, ...withCode(hint.message)));
    const note = h("p", { class: "small" }, "Guesses made by reading it. They are no part of the verdict.");
    parts.push(h("h3", {}, "Remarks on your code"), note, h("ul", { class: "also" }, ...items));
  }
  if (report.output !== "") {
    const cut = report.output_truncated ? " (cut: there was more)" : "";
    parts.push(h("h3", {}, `Printed output${cut}`), h("pre", { class: "block", tabindex: "0" }, report.output));
  }
  parts.push(h("p", { class: "small" }, smallPrint(report)));
  return parts;
}

function describeError(error: NonNullable<Report["error"]>): HTMLElement[] {
  return [h("h3", {}, `${error.type} in your code`), h("pre", { class: "block", tabindex: "0" }, error.traceback || error.message)];
}

function smallPrint(report: Report): string {
  const words: string[] = [];
  if (report.stack !== null) {
    words.push(`Python ${report.stack.python}`, `jax ${report.stack.jax}`, `flax ${report.stack.flax}`);
  }
  if (report.tier !== "") {
    words.push(`sandbox ${report.tier}`);
  }
  words.push(`graded in ${formatMs(report.timing.total_ms)}`, `version ${report.version.slice(0, 12)}`);
  return words.join(" · ");
}
