// Forms whose response replaces a part of the page: a hint, the solution. `data-swap` selects the part.

import { swap, takeFocus } from "./dom.js";

/** Send these forms without leaving the page; `lost` is called if the service can't be reached. */
export function activateSwaps(lost: () => void): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const part = form.dataset["swap"];
    if (part === undefined) {
      return;
    }
    event.preventDefault();
    const fields = new URLSearchParams([...new FormData(form, event.submitter)] as [string, string][]);
    swap([part], form.action, { method: "POST", body: fields }).then((done) => {
      const hint = document.querySelector<HTMLElement>(`${part} .hint:last-of-type h2`);
      if (!done) {
        delete form.dataset["swap"]; // Sent again without this script, it leads to the page that says why.
        form.requestSubmit(event.submitter);
      } else if (hint !== null && document.activeElement === document.querySelector(part)) {
        takeFocus(hint); // It is new, and the reader has stayed here.
      }
    }, lost);
  });
}
