// Asks a guest to sign up, in a dialogue over the editor that gives the reason. After signing up, the page is loaded
// again, with the draft that this browser stored and the cursor where it was.

import { arrive, must } from "./dom.js";

const PLACE = "jaxdojo:place";

/** Ask a guest to sign up, for `reason`. `cursor` returns the cursor's position; `back` is called if they decline. */
export function askToJoin(reason: string, here: string, cursor: () => number, back: () => void): void {
  const dialog = must<HTMLDialogElement>("#join");
  for (const why of dialog.querySelectorAll<HTMLElement>("[data-why]")) {
    why.hidden = why.dataset["why"] !== reason;
  }
  const keepPlace = (): void => {
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ here, at: cursor() }));
    } catch {
      // Only the cursor's position is lost.
    }
  };
  if (dialog.dataset["ready"] === undefined) {
    dialog.dataset["ready"] = "";
    dialog.addEventListener("close", back);
    dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
    dialog.querySelector("[data-leave]")?.addEventListener("click", keepPlace);
    const form = dialog.querySelector<HTMLFormElement>("#join-form");
    if (form !== null) {
      void arrive(import("./signup.js")).then((part) =>
        part?.activateSignUp(form, (address) => {
          keepPlace();
          if (new URL(address).searchParams.get("done") === "unsent") {
            window.location.assign(address); // It says that no link was sent, and leads back here.
          } else {
            window.location.reload();
          }
        }),
      );
    }
  }
  dialog.showModal();
}

/** Return, only once, the cursor's position on this page before signing up; null if there is none. */
export function takePlace(here: string): number | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    if (typeof kept === "object" && kept !== null && "here" in kept && kept.here === here && "at" in kept) {
      sessionStorage.removeItem(PLACE);
      return Number(kept.at);
    }
  } catch {
    // Stored by something else.
  }
  return null;
}
