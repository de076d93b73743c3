// Follows one submission to its end: server-sent events, with retries.

import type { CasePiece, Piece, ReportPiece, Started } from "./verdict.js";

interface Listener {
  readonly onQueued: (piece: Piece) => void;
  readonly onStarted: (piece: Started) => void;
  readonly onCase: (piece: CasePiece) => void;
  readonly onVerdict: (piece: ReportPiece) => void;
  readonly onFailed: (piece: Piece) => void;
  /** Called when the service can't be reached; `seconds` until the next attempt. */
  readonly onLost: (seconds: number) => void;
  readonly onBack: () => void;
  /** Called when the submission is permanently inaccessible: signed out, or unknown. */
  readonly onGone: (status: number) => void;
}

const MOST_SECONDS = 15;
const QUIET_MS = 45_000;

/** The collection that contains it: users' submissions, or temporary runs. */
type Kind = "submissions" | "runs";

/** Follows the submission or run `id` until it has a verdict or `stop` is called. */
export class Watch {
  readonly #address: string;
  readonly #listener: Listener;
  #source: EventSource | null = null;
  #timer = 0;
  #tries = 0;
  #lost = false;
  #over = false;
  #asking = false;

  constructor(id: string, listener: Listener, kind: Kind = "submissions") {
    this.#address = `/${kind}/${encodeURIComponent(id)}`;
    this.#listener = listener;
    window.addEventListener("online", this.#tryNow);
    this.#open();
  }

  /** Stop following; grading itself continues. */
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
    const source = new EventSource(`${this.#address}/live`);
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
    on("queued", (data) => this.#listener.onQueued(data as Piece));
    on("started", (data) => this.#listener.onStarted(data as Started));
    on("case", (data) => this.#listener.onCase(data as CasePiece));
    on("verdict", (data) => {
      this.stop();
      this.#listener.onVerdict(data as ReportPiece);
    });
    on("failed", (data) => {
      this.stop();
      this.#listener.onFailed(data as Piece);
    });
    source.addEventListener("error", () => {
      if (!this.#over && source === this.#source) {
        source.close();
        this.#wait();
      }
    });
    this.#arm();
  }

  // Proxies may stall a stream silently: after a long pause it is reopened.
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
    // One quick retry isn't worth a message: servers close idle streams.
    if (this.#tries > 1 || !navigator.onLine) {
      this.#lost = true;
      this.#listener.onLost(seconds);
    }
    this.#timer = window.setTimeout(() => void this.#ask(), seconds * 1000);
  }

  // An event stream reports no status, so a separate request asks whether the submission still exists.
  async #ask(): Promise<void> {
    if (this.#over || this.#asking) {
      return;
    }
    this.#asking = true;
    try {
      const response = await fetch(`/api/v1${this.#address}`, { headers: { Accept: "application/json" } });
      if (this.#over) {
        return;
      }
      if ([401, 403, 404].includes(response.status)) {
        this.stop();
        this.#listener.onGone(response.status);
      } else if (response.ok) {
        this.#open();
      } else {
        this.#wait();
      }
    } catch {
      this.#wait();
    } finally {
      this.#asking = false;
    }
  }
}
