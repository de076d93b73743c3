// A guest's latest run of a kata, stored in this browser, so that its verdict is still there after a reload. The service
// itself deletes the run after some minutes.

import { keep, recall } from "./dom.js";
import type { ReportPiece } from "./verdict.js";

/** A guest's run. `verdict` is null until it arrives, and after a reload if it was too large to be stored. */
export interface GuestRun {
  readonly id: string;
  readonly source: string;
  readonly verdict: ReportPiece | null;
}

/** A run, and the page that it belongs to: the kata's version and the page's language. */
interface Stored extends GuestRun {
  readonly version: number;
  readonly language: string;
}

const MOST_CHARACTERS = 100_000; // Browsers store some five million in all, and drafts must never lack space.

/** Stores a guest's latest run of one kata. A member's page deletes it: like the draft, it was from before signing in. */
export class GuestRuns {
  readonly #key: string;
  readonly #page: Pick<Stored, "version" | "language">;
  #latest: GuestRun | null = null;

  constructor(slug: string, version: number, isGuest: boolean) {
    this.#key = `run:${slug}`;
    this.#page = { version, language: document.documentElement.lang };
    if (isGuest) {
      this.#latest = this.#read();
    } else {
      this.forget();
    }
  }

  /** The latest run; null if there is none, or if it belongs to another version or language. */
  get latest(): GuestRun | null {
    return this.#latest;
  }

  /** Store a run that has been sent. */
  begin(id: string, source: string): void {
    this.#store({ id, source, verdict: null });
  }

  /** Store the verdict of the latest run, if there is one. */
  finish(verdict: ReportPiece): void {
    if (this.#latest !== null) {
      this.#store({ ...this.#latest, verdict });
    }
  }

  /** Delete the latest run. */
  forget(): void {
    this.#latest = null;
    keep(this.#key, null);
  }

  #store(run: GuestRun): void {
    this.#latest = run;
    const verdict = (run.verdict?.body.length ?? 0) > MOST_CHARACTERS ? null : run.verdict;
    keep(this.#key, JSON.stringify({ ...run, ...this.#page, verdict } satisfies Stored));
  }

  #read(): GuestRun | null {
    try {
      const run = JSON.parse(recall(this.#key) ?? "null") as Partial<Stored> | null;
      const { id, source, verdict } = run ?? {};
      const isOurs = run?.version === this.#page.version && run.language === this.#page.language;
      return isOurs && typeof id === "string" && typeof source === "string" ? { id, source, verdict: check(verdict) } : null;
    } catch {
      return null; // Stored by something else.
    }
  }
}

/** Return a stored verdict; null if an earlier version of this script stored it in another form. */
function check(verdict: ReportPiece | null | undefined): ReportPiece | null {
  const isWhole = typeof verdict?.head === "string" && typeof verdict.body === "string" && Array.isArray(verdict.remarks);
  return isWhole ? verdict : null;
}
