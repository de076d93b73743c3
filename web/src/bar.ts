// The note above the editor, about the draft, and the button beside it, which offers another text.

import { must } from "./dom.js";

interface Offer {
  readonly label: string;
  readonly act: () => void;
}

/** Shows one note and at most one offer. */
export class DraftBar {
  readonly #note = must("#draft-note");
  readonly #button = must<HTMLButtonElement>("#draft-button");
  #lasting: Offer | null = null;

  /** Show a note. Screen readers announce it each time it is set, so it is set only if it has changed. */
  note(text: string): void {
    if (this.#note.textContent !== text) {
      this.#note.textContent = text;
      this.#note.title = text; // In case it doesn't fit.
    }
  }

  /** Offer something until `withdraw` is called, in place of what is offered until it is used. */
  offer(label: string, act: () => void): void {
    this.#show({ label, act });
  }

  /** Offer something until it is used. */
  offerUntilUsed(label: string, act: () => void): void {
    this.#lasting = {
      label,
      act: () => {
        this.#lasting = null;
        this.withdraw();
        act();
      },
    };
    this.withdraw();
  }

  /** Offer no longer what is offered for a while. */
  withdraw(): void {
    this.#show(this.#lasting);
  }

  #show(offer: Offer | null): void {
    this.#button.hidden = offer === null;
    this.#button.textContent = offer?.label ?? "";
    this.#button.onclick = offer?.act ?? null;
  }
}
