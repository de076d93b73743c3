// Runs a program, and waits for the page of the run.

import { word } from "./words.js";

const POLL_MS = 300;
const MOST_POLLS = 300;

/** A finished run: its id, and its page. */
interface DoneRun {
  readonly id: string;
  readonly page: Document;
}

/** Run a program; return its page once it is done, or a sentence that says why there is none. `part`: see the page. */
export async function fetchRun(action: string, source: string, part = ""): Promise<DoneRun | string> {
  try {
    const fields = new URLSearchParams([["source", source]]);
    const response = await fetch(action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
    if (!response.ok) {
      const page = await parsePage(response);
      return page.querySelector("#error-message")?.textContent ?? word("refusedWhy", { status: response.status });
    }
    const address = new URL(response.url);
    const id = address.pathname.split("/").at(-1) ?? "";
    address.search = part === "" ? "" : `?part=${part}`;
    for (let asked = 0; asked < MOST_POLLS; asked += 1) {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      if (!answer.ok) {
        return word("goneWhy");
      }
      const page = await parsePage(answer);
      if (page.querySelector("[data-done]") !== null) {
        return { id, page };
      }
      await new Promise((resolve) => window.setTimeout(resolve, POLL_MS));
    }
  } catch {
    // The same words serve.
  }
  return word("unreachable");
}

async function parsePage(response: Response): Promise<Document> {
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Make Ctrl+Enter in a field press its own Run button; the page's is for the kata. */
export function runByKey(area: HTMLTextAreaElement, run: HTMLButtonElement): void {
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      run.click();
    }
  });
}
