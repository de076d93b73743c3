// Asks a guest for an account in a dialogue over the editor: it says why, and the page stays where it is. After signing up
// the page is loaded again, with the draft that this browser kept and the cursor where it was.

import { arrive, must } from "./dom.js";

const PLACE = "jaxdojo:place";

/** Ask for an account, for `reason`. `cursor` says where one was, and `back` returns there if one would rather not. */
export function askToJoin(reason: string, here: string, cursor: () => number, back: () => void): void {
  const dialog = must<HTMLDialogElement>("#join");
  for (const why of dialog.querySelectorAll<HTMLElement>("[data-why]")) {
    why.hidden = why.dataset["why"] !== reason;
  }
  const keepPlace = (): void => {
    try {
      sessionStorage.setItem(PLACE, JSON.stringify({ here, at: cursor() }));
    } catch {
      // Only the place is lost.
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
        part?.activateSignUp(form, () => {
          keepPlace();
          window.location.reload();
        }),
      );
    }
  }
  dialog.showModal();
}

/** Return where the cursor was on this page before signing up, once; null where nobody was asked. */
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
