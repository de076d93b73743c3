// The draft of one problem: each keystroke is stored in this browser at once, and on the server a moment later.
//
// The server keeps a version number. If it has a draft that this page hasn't seen, because another tab or machine wrote
// it, the last write wins; the text that it replaces is kept in this browser and offered until it is used, so that nothing
// is lost unseen. What somebody wrote before signing in never replaces the draft of their account: it is offered, to that
// account alone.

import { keep, recall } from "./dom.js";
import { dropReplaced, keepReplaced, listReplaced } from "./replaced.js";
import { word } from "./words.js";

/** A draft on the server. */
export interface Stored {
  readonly source: string;
  readonly version: number;
}

/** A draft in this browser. `sent`: the server has it. `version` is the server's version that it is based on. */
interface Local {
  readonly text: string;
  readonly sent: boolean;
  readonly version: number;
}

/** The words that offer a draft which isn't in the editor. */
const LABELS = ["draftOfGuest", "draftElsewhere", "backToDraft"] as const;
type Label = (typeof LABELS)[number];

interface Saved {
  readonly saved: boolean;
  readonly version: number;
  readonly other: Stored | null;
}

interface DraftListener {
  readonly onNote: (text: string) => void;
  /** Called with another draft, which the user may prefer, and with what to call once they use it. */
  readonly onOther: (text: string, label: string, used: () => void) => void;
}

const PAUSE_MS = 1200;
const RETRY_MS = 8000;

/** Stores one user's draft for one problem, or a guest's. */
export class Drafts {
  readonly #slug: string;
  readonly #own: string;
  readonly #anonymous: string;
  readonly #replaced: string;
  readonly #signedIn: boolean;
  readonly #listener: DraftListener;
  #version: number;
  #timer = 0;
  #text: string | null = null;
  #busy = false;
  #sent: string | null = null; // The text of this page, or of the one before it, that the server may have as the draft.

  constructor(slug: string, user: string | null, stored: Stored | null, listener: DraftListener) {
    this.#slug = slug;
    this.#signedIn = user !== null;
    this.#own = `draft:${user === null ? "" : `@${user}`}:${slug}`;
    this.#anonymous = `draft::${slug}`;
    this.#replaced = `${this.#own}:replaced`;
    this.#version = stored?.version ?? 0;
    this.#listener = listener;
    window.addEventListener("online", () => void this.#send());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") {
        void this.#send();
      }
    });
  }

  /** Return the initial text, null if there is no draft at all, and offer the other texts that this browser has kept. */
  open(stored: Stored | null, starter: string): string | null {
    const text = this.#choose(stored);
    const before = this.#signedIn ? read(this.#anonymous) : null;
    if (before !== null) {
      keep(this.#anonymous, null); // The next person to sign in here must not get it.
      if (before.text !== starter) {
        keepReplaced(this.#replaced, before.text, "draftOfGuest" satisfies Label);
      }
    }
    if (text !== null) {
      dropReplaced(this.#replaced, text);
    }
    this.#offer();
    return text;
  }

  /** Keep a text that the draft replaces, and offer it until it is used. */
  replace(text: string, label: Label): void {
    keepReplaced(this.#replaced, text, label);
    this.#offer();
  }

  /** Offer the newest text that is kept and, once it is used, the next. */
  #offer(): void {
    const [newest] = listReplaced(this.#replaced);
    if (newest !== undefined) {
      this.#listener.onOther(newest.text, word(LABELS.find((one) => one === newest.label) ?? "draftElsewhere"), () => {
        dropReplaced(this.#replaced, newest.text);
        this.#offer();
      });
    }
  }

  #choose(stored: Stored | null): string | null {
    const own = read(this.#own);
    if (!this.#signedIn) {
      return own?.text ?? null;
    }
    const before = read(this.#anonymous);
    if (before !== null && own === null && stored === null) {
      keep(this.#anonymous, null);
      this.#listener.onNote(word("draftFromBefore"));
      this.#keep(before.text);
      return before.text;
    }
    if (own !== null && !own.sent && own.text !== stored?.source) {
      // Written here and never sent: it continues from the version that it is based on.
      this.#version = own.version;
      this.#sent = own.text; // The page before this one sends it while this one loads.
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
    const local: Local = { text, sent: false, version: this.#version };
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
    const before = this.#sent;
    this.#sent = text;
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
        this.#settle(text, before, (await response.json()) as Saved);
      } else if (response.status === 401) {
        this.#listener.onNote(word("draftSignedOut"));
      } else {
        this.#listener.onNote(word([413, 422].includes(response.status) ? "draftTooLarge" : "draftTrouble"));
        this.#plan(RETRY_MS * 4);
      }
    } catch {
      this.#listener.onNote(navigator.onLine ? word("draftUnreachable") : word("draftOffline"));
      this.#plan(RETRY_MS);
    } finally {
      this.#busy = false;
    }
  }

  /** Note the server's answer to `text`; `before` is what was sent before it, which is no other window's. */
  #settle(text: string, before: string | null, answer: Saved): void {
    this.#version = answer.version;
    if (!answer.saved) {
      if (answer.other !== null && answer.other.source !== before) {
        this.replace(answer.other.source, "draftElsewhere");
      }
      this.#plan(0);
      return;
    }
    if (this.#text === text) {
      this.#text = null;
      keep(this.#own, JSON.stringify({ text, sent: true, version: answer.version } satisfies Local));
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
      const { sent, version } = value as Partial<Local>;
      return { text: value.text, sent: sent ?? false, version: version ?? 0 };
    }
  } catch {
    // Stored by something else, so there is no draft.
  }
  return null;
}
