// What was typed into a form that the service refused, such as after a sign-in ended. This tab keeps it until its page is open again.

const KEY = "jaxdojo:typed";
/** Editors keep their own drafts. */
const FIELDS = "textarea:not(.code, #content)";

interface Typed {
  /** The address of the form's page, without the host. */
  readonly page: string;
  /** Texts by the ids of their fields. */
  readonly texts: Readonly<Record<string, string>>;
  /** The name of who typed them. */
  readonly by: string;
  /** Whether an error page was the response. */
  readonly refused: boolean;
}

/** Keep what is typed when a form is sent; on an error page, link to the form's page; on that page, fill it in again. */
export function keepTyped(): void {
  const typed = read();
  if (typed !== null) {
    if (document.querySelector(".error-page") !== null) {
      write({ ...typed, refused: true });
      linkTo(typed.page);
    } else if (!typed.refused) {
      write(null);
    } else if (typed.page === here()) {
      if (typed.by === who()) {
        fillIn(typed.texts);
      }
      write(null);
    }
  }
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== "post") {
      return;
    }
    const fields = [...form.querySelectorAll<HTMLTextAreaElement>(FIELDS)].filter((field) => field.id !== "" && field.value !== field.defaultValue);
    if (fields.length > 0) {
      write({ page: here(), texts: Object.fromEntries(fields.map((field) => [field.id, field.value])), by: who(), refused: false });
    }
  });
}

function linkTo(page: string): void {
  const kept = document.querySelector<HTMLElement>("#kept-text");
  const link = kept?.querySelector("a");
  if (kept && link) {
    link.href = page;
    kept.hidden = false;
  }
}

function fillIn(texts: Readonly<Record<string, string>>): void {
  for (const [id, text] of Object.entries(texts)) {
    const field = document.getElementById(id);
    if (field instanceof HTMLTextAreaElement && field.value === field.defaultValue) {
      field.value = text;
      for (let details = field.closest("details"); details !== null; details = details.parentElement?.closest("details") ?? null) {
        details.open = true;
      }
    }
  }
}

function who(): string {
  return document.querySelector(".who")?.textContent ?? "";
}

function here(): string {
  return window.location.pathname + window.location.search;
}

function read(): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Typed | null;
  } catch {
    return null; // Storage is off, or holds something else.
  }
}

function write(typed: Typed | null): void {
  try {
    if (typed === null) {
      sessionStorage.removeItem(KEY);
    } else {
      sessionStorage.setItem(KEY, JSON.stringify(typed));
    }
  } catch {
    // Storage is off: the browser's own Back may still have the text.
  }
}
