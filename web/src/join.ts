// Asks a guest for an account in a dialogue over the editor: it says why, and the page stays where it is. After signing up
// the page is loaded again, with the draft that this browser kept and the cursor where it was.

import { must } from "./dom.js";
import { word } from "./words.js";

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
    dialog.querySelector<HTMLFormElement>("#join-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void signUp(event.target as HTMLFormElement, keepPlace);
    });
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

async function signUp(form: HTMLFormElement, keepPlace: () => void): Promise<void> {
  const button = must<HTMLButtonElement>("button.main", form);
  button.disabled = true;
  try {
    const fields = new URLSearchParams([...new FormData(form)] as [string, string][]);
    const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
    if (response.redirected) {
      keepPlace();
      window.location.reload();
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    complain(page.querySelector(".error, [role=alert]")?.textContent ?? word("unreachable"));
    const wrong = page.querySelector("[aria-invalid]")?.id === "password" ? "#join-password" : "#join-name";
    must<HTMLInputElement>(wrong, form).focus();
  } catch {
    complain(word("unreachable"));
  }
  button.disabled = false;
}

function complain(text: string): void {
  const place = must("#join-error");
  place.textContent = text;
  place.hidden = false;
}
