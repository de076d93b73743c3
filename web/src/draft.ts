// The draft: each keystroke is in localStorage at once, one draft per account and problem.

export interface Draft {
  readonly text: string;
  readonly at: number;
}

const PREFIX = "jaxdojo:draft";

/** Keeps one problem's draft of one person (or of nobody, before signing in). */
export class DraftStore {
  readonly #own: string;
  readonly #anonymous: string;
  readonly #signedIn: boolean;

  constructor(slug: string, user: string | null) {
    this.#signedIn = user !== null;
    this.#own = `${PREFIX}:${user === null ? "" : `@${user}`}:${slug}`;
    this.#anonymous = `${PREFIX}::${slug}`;
  }

  /**
   * Return the draft to open and, where signing in brought a newer one, the earlier one that it replaced.
   * What was written before signing in becomes the account's draft.
   */
  open(): { draft: Draft | null; earlier: Draft | null } {
    const own = read(this.#own);
    if (!this.#signedIn) {
      return { draft: own, earlier: null };
    }
    const anonymous = read(this.#anonymous);
    if (anonymous === null || (own !== null && own.at >= anonymous.at)) {
      return { draft: own, earlier: null };
    }
    if (write(this.#own, anonymous)) {
      remove(this.#anonymous);
    }
    return { draft: anonymous, earlier: own !== null && own.text !== anonymous.text ? own : null };
  }

  /** Keep `text`; return whether the browser took it. */
  save(text: string): boolean {
    return write(this.#own, { text, at: Date.now() });
  }

  /** Forget the draft: the starter is what the person wants. */
  clear(): void {
    remove(this.#own);
  }
}

function read(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof value === "object" && value !== null && "text" in value && "at" in value) {
      const { text, at } = value;
      return typeof text === "string" && typeof at === "number" ? { text, at } : null;
    }
  } catch {
    // Storage is off, or what is there isn't ours: as good as no draft.
  }
  return null;
}

function write(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
}
