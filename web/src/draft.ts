// The draft of one problem: each keystroke is stored in this browser at once, and on the server a moment later.
//
// The server keeps a version number. If it has a draft that this page hasn't seen, because another tab or machine wrote
// it, that text is offered to the user and then overwritten: the last write wins, and nothing is lost unseen.

import { keep, recall } from "./dom.js";
import { word } from "./words.js";

/** A draft on the server. */
export interface Stored {
  readonly source: string;
  readonly version: number;
}

/** A draft in this browser. `sent`: the server has it. `version` is the server's version that it is based on. */
interface Local {
  readonly text: string;
  readonly at: number;
  readonly sent: boolean;
  readonly version: number;
}

interface Saved {
  readonly saved: boolean;
  readonly version: number;
  readonly other: Stored | null;
}

interface DraftListener {
  readonly onNote: (text: string) => void;
  /** Called with another draft, which the user may prefer. */
  readonly onOther: (text: string, label: string) => void;
}

const PAUSE_MS = 1200;
const RETRY_MS = 8000;

/** Stores one user's draft for one problem, or a guest's. */
export class Drafts {
  readonly #slug: string;
  readonly #own: string;
  readonly #anonymous: string;
  readonly #signedIn: boolean;
  readonly #listener: DraftListener;
  #version: number;
  #timer = 0;
  #text: string | null = null;
  #busy = false;

  constructor(slug: string, user: string | null, stored: Stored | null, listener: DraftListener) {
    this.#slug = slug;
    this.#signedIn = user !== null;
    this.#own = `draft:${user === null ? "" : `@${user}`}:${slug}`;
    this.#anonymous = `draft::${slug}`;
    this.#version = stored?.version ?? 0;
    this.#listener = listener;
    window.addEventListener("online", () => void this.#send());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") {
        void this.#send();
      }
    });
  }

  /** Return the initial text; null if there is no draft at all. */
  open(stored: Stored | null): string | null {
    const own = read(this.#own);
    if (!this.#signedIn) {
      return own?.text ?? null;
    }
    const before = read(this.#anonymous);
    if (before !== null && (own === null || before.at > own.at)) {
      keep(this.#anonymous, null);
      const other = own !== null && own.text !== before.text ? own.text : stored?.source;
      if (other !== undefined && other !== before.text) {
        this.#listener.onOther(other, word("draftOfAccount"));
      }
      this.#listener.onNote(word("draftFromBefore"));
      this.#keep(before.text);
      return before.text;
    }
    if (own !== null && !own.sent && own.text !== stored?.source) {
      // Written here and never sent: it continues from the version that it is based on.
      this.#version = own.version;
      this.#keep(own.text);
      this.#listener.onNote(word("draftRestored"));
      return own.text;
    }
    if (stored !== null) {
      this.#listener.onNote(word("draftRestored"));
    }
    return stored?.source ?? own?.text ?? null;
  }

  /** Store `text`, here at once and on the server soon. */
  save(text: string): void {
    if (!this.#keep(text)) {
      this.#listener.onNote(this.#signedIn ? "" : word("draftNotKept"));
    } else if (!this.#signedIn) {
      this.#listener.onNote(word("draftHere"));
    }
  }

  #keep(text: string): boolean {
    const local: Local = { text, at: Date.now(), sent: false, version: this.#version };
    this.#text = text;
    if (this.#signedIn) {
      this.#plan(PAUSE_MS);
    }
    return keep(this.#own, JSON.stringify(local));
  }

  #plan(ms: number): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    const text = this.#text;
    if (text === null || this.#busy || !this.#signedIn) {
      return;
    }
    this.#busy = true;
    window.clearTimeout(this.#timer);
    try {
      const response = await fetch(`/api/v1/problems/${encodeURIComponent(this.#slug)}/draft`, {
        method: "PUT",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ source: text, version: this.#version }),
        keepalive: text.length < 30_000, // Browsers refuse longer bodies.
      });
      if (response.ok) {
        this.#settle(text, (await response.json()) as Saved);
      } else if (response.status === 401) {
        this.#listener.onNote(word("draftSignedOut"));
      } else {
        this.#listener.onNote(response.status < 500 ? word("draftTooLarge") : word("draftTrouble"));
        this.#plan(RETRY_MS * 4);
      }
    } catch {
      this.#listener.onNote(navigator.onLine ? word("draftUnreachable") : word("draftOffline"));
      this.#plan(RETRY_MS);
    } finally {
      this.#busy = false;
    }
  }

  #settle(text: string, answer: Saved): void {
    this.#version = answer.version;
    if (!answer.saved) {
      if (answer.other !== null) {
        this.#listener.onOther(answer.other.source, word("draftElsewhere"));
      }
      this.#plan(0);
      return;
    }
    if (this.#text === text) {
      this.#text = null;
      keep(this.#own, JSON.stringify({ text, at: Date.now(), sent: true, version: answer.version }));
      this.#listener.onNote(word("draftSaved"));
    } else {
      this.#plan(PAUSE_MS);
    }
  }
}

function read(key: string): Local | null {
  try {
    const value: unknown = JSON.parse(recall(key) ?? "null");
    if (typeof value === "object" && value !== null && "text" in value && typeof value.text === "string") {
      const { at, sent, version } = value as Partial<Local>;
      return { text: value.text, at: at ?? 0, sent: sent ?? false, version: version ?? 0 };
    }
  } catch {
    // Stored by something else, so there is no draft.
  }
  return null;
}
