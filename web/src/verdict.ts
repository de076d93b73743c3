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

/** After how many milliseconds a grade that still runs shows its picture. Most have ended by then. */
const LONG_MS = 1000;

/** Shows the state of a submission. */
export class VerdictPanel {
  readonly #panel = must("#verdict");
  readonly #head = must("#verdict-head");
  readonly #notice = must("#verdict-notice");
  readonly #body = must("#verdict-body");
  #told = ""; // The head that was shown last, as the service sent it.
  #attempt = 0;
  #picture = "";
  #timer = 0;

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
    if (this.#told !== piece.head) {
      this.#head.replaceChildren(...parse(piece.head));
      this.#told = piece.head;
    }
  }

  /** Show that it is running; a new attempt judges all cases again. */
  start(piece: Started): void {
    if (this.#attempt !== piece.attempt) {
      this.#clear();
      this.#timer = window.setTimeout(() => {
        this.#timer = 0;
        this.#draw();
      }, LONG_MS);
    }
    this.#attempt = piece.attempt;
    this.show(piece);
  }

  /** Show that one more case is done, and the picture so far if the grade takes long. */
  showCase(piece: CasePiece): void {
    this.show(piece);
    this.#picture = piece.picture;
    if (this.#timer === 0) {
      this.#draw();
    }
  }

  /** Show the whole report: its picture and, folded below it, everything else. */
  showReport(piece: ReportPiece): void {
    window.clearTimeout(this.#timer);
    this.notice("");
    this.show(piece);
    const { scrollTop } = this.#panel;
    this.#body.replaceChildren(...parse(piece.body));
    this.#panel.scrollTop = scrollTop;
  }

  /** Show a state that has no event: sending, or failed to send. */
  say(tone: Tone, title: string, message: string): void {
    window.clearTimeout(this.#timer);
    this.#panel.dataset["tone"] = tone;
    const headline = document.createElement("h2");
    headline.id = "verdict-headline";
    headline.textContent = title;
    const text = document.createElement("p");
    text.id = "verdict-message";
    text.className = "message";
    text.textContent = message;
    this.#head.replaceChildren(headline, text);
    this.#told = "";
  }

  /** Quote the line that the verdict is about, or don't: beside the editor, its mark there is enough. */
  quote(quotes: boolean): void {
    this.#panel.toggleAttribute("data-quotes", quotes);
  }

  /** Show or clear a line about the connection, whose space is reserved, so that nothing moves. */
  notice(text: string): void {
    this.#notice.textContent = text;
  }

  // Space is reserved for the verdict's sentence only once there is a picture below it, which then keeps its place.
  #draw(): void {
    if (this.#picture !== "") {
      this.#panel.toggleAttribute("data-drawn", true);
      must("#verdict-picture").replaceChildren(...parse(this.#picture));
    }
  }

  #clear(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#picture = "";
    this.#panel.toggleAttribute("data-drawn", false);
    const picture = document.createElement("div");
    picture.className = "picture";
    picture.id = "verdict-picture";
    this.#body.replaceChildren(picture);
  }
}
