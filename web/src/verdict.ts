// The verdict panel. The service renders every part; this inserts each at its final position.

import { must, parse } from "./dom.js";
import type { Remark } from "./editor.js";
import { word } from "./words.js";

type Tone = "idle" | "busy" | "good" | "bad" | "warn";

/** The data of every event of a submission. `head` is HTML. */
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
  /** HTML; empty if no case so far has a picture. */
  readonly picture: string;
}

export interface ReportPiece extends Piece {
  readonly body: string;
  readonly line: number | null;
  readonly verdict: string;
  readonly mode: "run" | "submit";
  readonly remarks: readonly Remark[];
}

/** Shows the state of a submission. */
export class VerdictPanel {
  readonly #panel = must("#verdict");
  readonly #head = must("#verdict-head");
  readonly #notice = must("#verdict-notice");
  readonly #body = must("#verdict-body");
  #attempt = 0;

  /** Reset the panel: a grade in this mode was requested. */
  begin(mode: "run" | "submit"): void {
    this.#clear();
    this.#attempt = 0;
    this.notice("");
    this.say("busy", word("sending"), mode === "run" ? word("sendingRun") : word("sendingSubmit"));
    this.#panel.scrollTop = 0;
  }

  /** Show the head. */
  show(piece: Piece): void {
    this.#panel.dataset["tone"] = piece.tone;
    // Screen readers announce the head each time it is replaced, so it is replaced only if it has changed.
    if (this.#head.innerHTML.trim() !== piece.head) {
      this.#head.replaceChildren(...parse(piece.head));
    }
  }

  /** Show that it is running; a new attempt judges all cases again. */
  start(piece: Started): void {
    if (this.#attempt !== 0 && this.#attempt !== piece.attempt) {
      this.#clear();
    }
    this.#attempt = piece.attempt;
    this.show(piece);
  }

  /** Show one case's row, or replace it if the case has arrived before. */
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

  /** Show the whole report: its picture and, folded below it, everything else. */
  showReport(piece: ReportPiece): void {
    this.notice("");
    this.show(piece);
    const { scrollTop } = this.#panel;
    this.#body.replaceChildren(...parse(piece.body));
    this.#panel.scrollTop = scrollTop;
  }

  /** Show a state that has no event: sending, or failed to send. */
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

  /** Quote the line that the verdict is about, or don't: beside the editor, its mark there is enough. */
  quote(quotes: boolean): void {
    this.#panel.toggleAttribute("data-quotes", quotes);
  }

  /** Show or clear a line about the connection, whose space is reserved, so that nothing moves. */
  notice(text: string): void {
    this.#notice.textContent = text;
  }

  // The details are hidden until the whole report arrives.
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
