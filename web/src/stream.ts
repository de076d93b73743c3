// Follows one submission to its end: server-sent events, and, where they fail, patience and another try.

import type { CaseReport, Report } from "./report.js";

export interface Listener {
  readonly onQueued: (position: number, why: string) => void;
  readonly onStarted: () => void;
  readonly onCase: (index: number, total: number, report: CaseReport) => void;
  readonly onVerdict: (report: Report) => void;
  readonly onFailed: () => void;
  /** The service can't be reached (again); `seconds` until the next try. */
  readonly onLost: (seconds: number) => void;
  readonly onBack: () => void;
  /** The submission is out of reach for good: signed out, or unknown. */
  readonly onGone: (status: number) => void;
}

const MOST_SECONDS = 15;
const QUIET_MS = 45_000;

/** Watches the submission `id` until it has a verdict or `stop` is called. */
export class Watch {
  readonly #url: string;
  readonly #listener: Listener;
  #source: EventSource | null = null;
  #timer = 0;
  #tries = 0;
  #lost = false;
  #over = false;
  #asking = false;

  constructor(id: string, listener: Listener) {
    this.#url = `/api/v1/submissions/${encodeURIComponent(id)}`;
    this.#listener = listener;
    window.addEventListener("online", this.#tryNow);
    this.#open();
  }

  /** Stop watching; the grading itself goes on. */
  stop(): void {
    this.#over = true;
    window.removeEventListener("online", this.#tryNow);
    window.clearTimeout(this.#timer);
    this.#source?.close();
  }

  readonly #tryNow = (): void => {
    if (!this.#over && this.#lost) {
      void this.#ask();
    }
  };

  #open(): void {
    this.#source?.close();
    const source = new EventSource(`${this.#url}/events`);
    this.#source = source;
    const on = (name: string, take: (data: unknown) => void): void => {
      source.addEventListener(name, (event) => {
        if (this.#over || source !== this.#source) {
          return;
        }
        this.#arm();
        this.#found();
        take(JSON.parse((event as MessageEvent<string>).data));
      });
    };
    source.addEventListener("open", () => this.#found());
    on("queued", (data) => {
      const { position, message } = data as { position?: number; message?: string };
      this.#listener.onQueued(position ?? 0, message ?? "");
    });
    on("started", () => this.#listener.onStarted());
    on("case", (data) => {
      const { index, total, case: report } = data as { index: number; total: number; case: CaseReport };
      this.#listener.onCase(index, total, report);
    });
    on("verdict", (data) => this.#finish(data as Report));
    on("failed", () => {
      this.stop();
      this.#listener.onFailed();
    });
    source.addEventListener("error", () => {
      if (!this.#over && source === this.#source) {
        source.close();
        this.#wait();
      }
    });
    this.#arm();
  }

  // Proxies may hold a stream without a word: after a long quiet the submission itself is asked.
  #arm(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#ask(), QUIET_MS);
  }

  #found(): void {
    this.#tries = 0;
    if (this.#lost) {
      this.#lost = false;
      this.#listener.onBack();
    }
  }

  #wait(): void {
    window.clearTimeout(this.#timer);
    const seconds = Math.min(MOST_SECONDS, 2 ** this.#tries);
    this.#tries += 1;
    // One quick retry is no news: servers close idle streams.
    if (this.#tries > 1 || !navigator.onLine) {
      this.#lost = true;
      this.#listener.onLost(seconds);
    }
    this.#timer = window.setTimeout(() => void this.#ask(), seconds * 1000);
  }

  async #ask(): Promise<void> {
    if (this.#over || this.#asking) {
      return;
    }
    this.#asking = true;
    try {
      const response = await fetch(this.#url, { headers: { Accept: "application/json" } });
      if (this.#over) {
        return;
      }
      if ([401, 403, 404].includes(response.status)) {
        this.stop();
        this.#listener.onGone(response.status);
        return;
      }
      if (!response.ok) {
        throw new Error(`status ${response.status}`);
      }
      const { status, report } = (await response.json()) as { status: string; report: Report | null };
      if (this.#over) {
        return;
      }
      if (report !== null) {
        this.#finish(report);
      } else if (status === "failed") {
        this.stop();
        this.#listener.onFailed();
      } else {
        this.#open();
      }
    } catch {
      this.#wait();
    } finally {
      this.#asking = false;
    }
  }

  #finish(report: Report): void {
    this.#found();
    this.stop();
    this.#listener.onVerdict(report);
  }
}
