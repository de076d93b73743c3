// The verdict panel. The service draws every piece; this puts them in, in the places that they keep at the end.

import { must, parse } from "./dom.js";
import type { Remark } from "./editor.js";
import { word } from "./words.js";

type Tone = "idle" | "busy" | "good" | "bad" | "warn";

/** What every event of a submission brings. `head` is HTML. */
export interface Piece {
  readonly tone: Tone;
  readonly head: string;
}

export interface Started extends Piece {
  readonly attempt: number;
}

export interface CasePiece extends Piece {
  readonly index: number;
  readonly row: string;
  readonly checks: string;
  /** HTML; empty where none of the cases so far is worth a picture. */
  readonly picture: string;
}

export interface ReportPiece extends Piece {
  readonly body: string;
  readonly line: number | null;
  readonly verdict: string;
  readonly mode: "run" | "submit";
  readonly remarks: readonly Remark[];
}

/** Shows what a submission has come to. */
export class VerdictPanel {
  readonly #panel = must("#verdict");
  readonly #head = must("#verdict-head");
  readonly #notice = must("#verdict-notice");
  readonly #body = must("#verdict-body");
  #attempt = 0;

  /** Start again: a grade of this mode was requested. */
  begin(mode: "run" | "submit"): void {
    this.#clear();
    this.#attempt = 0;
    this.notice("");
    this.say("busy", word("sending"), mode === "run" ? word("sendingRun") : word("sendingSubmit"));
    this.#panel.scrollTop = 0;
  }

  /** Show how far it is. */
  show(piece: Piece): void {
    this.#panel.dataset["tone"] = piece.tone;
    // Screen readers read the head out when it changes, and only then.
    if (this.#head.innerHTML.trim() !== piece.head) {
      this.#head.replaceChildren(...parse(piece.head));
    }
  }

  /** Show that it runs; a new attempt judges all cases again. */
  start(piece: Started): void {
    if (this.#attempt !== 0 && this.#attempt !== piece.attempt) {
      this.#clear();
    }
    this.#attempt = piece.attempt;
    this.show(piece);
  }

  /** Show one case's row; a case that arrives twice keeps one row. */
  showCase(piece: CasePiece): void {
    this.show(piece);
    must("#verdict-checks").replaceChildren(...parse(piece.checks));
    const picture = must("#verdict-picture");
    if (picture.innerHTML.trim() !== piece.picture) {
      picture.replaceChildren(...parse(piece.picture));
    }
    const cases = must("#verdict-cases");
    const row = parse(piece.row)[0];
    const rows = [...cases.children] as HTMLElement[];
    const same = rows.find((other) => Number(other.dataset["index"]) === piece.index);
    if (row === undefined || same?.outerHTML === row.outerHTML) {
      return;
    }
    if (same !== undefined) {
      same.replaceWith(row);
    } else {
      cases.insertBefore(row, rows.find((other) => Number(other.dataset["index"]) > piece.index) ?? null);
    }
  }

  /** Show the whole report: its picture, and folded below it all else. */
  showReport(piece: ReportPiece): void {
    this.notice("");
    this.show(piece);
    const { scrollTop } = this.#panel;
    this.#body.replaceChildren(...parse(piece.body));
    this.#panel.scrollTop = scrollTop;
  }

  /** Show a state without an event: sending, or failed to send. */
  say(tone: Tone, title: string, message: string): void {
    this.#panel.dataset["tone"] = tone;
    const headline = document.createElement("h2");
    headline.id = "verdict-headline";
    headline.textContent = title;
    const text = document.createElement("p");
    text.id = "verdict-message";
    text.className = "message";
    text.textContent = message;
    this.#head.replaceChildren(headline, text);
  }

  /** Show or clear a line about the connection; it has its place, so it moves nothing. */
  notice(text: string): void {
    this.#notice.textContent = text;
  }

  // The details come with the whole report; until then they are kept, unseen.
  #clear(): void {
    const [picture, more, checks, cases] = ["#verdict-picture", "#verdict-more", "#verdict-checks", "#verdict-cases"].map((one) => must(one)) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    [picture, checks, cases].forEach((part) => part.replaceChildren());
    more.replaceChildren(checks, cases);
    more.hidden = true;
    this.#body.replaceChildren(picture, more);
  }
}
