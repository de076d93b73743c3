// The script of every page: the choice of colours, copy buttons, mathematics, and the search that filters while typing.

import { arrive, keep, readdress, recall, swap, whenNear } from "./dom.js";
import { sendOnce } from "./once.js";
import { word } from "./words.js";

const SCHEMES = ["system", "light", "dark"] as const;
const SCHEME_NAMES = { system: word("coloursSystem"), light: word("coloursLight"), dark: word("coloursDark") };
const TYPING_MS = 200;

offerSchemes();
dress(document.body);
document.addEventListener("swapped", (event) => dress((event as CustomEvent<Element>).detail));
filterWhileTyping();
searchFromAnywhere();
offerShortcuts();
skipToEditor();
keepTyped();
sendOnce();

/** Keep what is typed into forms; the script for it is loaded only where one may be, or was refused. */
function keepTyped(): void {
  if (document.querySelector("textarea:not(.code, #content)") !== null || document.querySelector(".error-page") !== null) {
    void arrive(import("./typed.js")).then((part) => part?.keepTyped());
  }
}

function offerSchemes(): void {
  const button = document.querySelector<HTMLButtonElement>("#scheme");
  const name = document.querySelector("#scheme-name");
  if (button === null || name === null) {
    return;
  }
  const show = (): void => {
    const scheme = SCHEMES.find((one) => one === recall("scheme")) ?? "system";
    name.textContent = SCHEME_NAMES[scheme];
    button.title = `${word("colours")} ${SCHEME_NAMES[scheme]}`;
  };
  button.addEventListener("click", () => {
    const now = SCHEMES.findIndex((one) => one === recall("scheme"));
    const next = SCHEMES[(Math.max(0, now) + 1) % SCHEMES.length]!;
    keep("scheme", next === "system" ? null : next);
    if (next === "system") {
      delete document.documentElement.dataset["scheme"];
    } else {
      document.documentElement.dataset["scheme"] = next;
    }
    show();
  });
  show();
  button.hidden = false;
}

/** Add copy buttons to code, and render mathematics. */
function dress(part: Element): void {
  for (const block of part.querySelectorAll<HTMLElement>("pre.highlight:not(.copyable pre)")) {
    const frame = document.createElement("div");
    frame.className = "copyable";
    block.replaceWith(frame);
    frame.append(block, makeCopyButton(block));
  }
  for (const button of part.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const source = document.getElementById(button.dataset["copy"] ?? "");
    if (source !== null) {
      copyOnClick(button, source);
      button.hidden = false;
    }
  }
  const formulas = [...part.querySelectorAll<HTMLElement>(".tex")];
  if (formulas.length > 0) {
    drawWhenNear(formulas);
  }
}

/** Render the formulas once the first of them is nearly in view: the renderer is half as large as the editor. */
function drawWhenNear(formulas: readonly HTMLElement[]): void {
  whenNear(formulas, () => void arrive(import("./math.js")).then((part) => part !== null && formulas.forEach(part.drawMath)));
}

function makeCopyButton(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = word("copy");
  copyOnClick(button, block);
  return button;
}

/** Copy the content of `source`: a field's value, a list's items as lines, or else the text. */
function copyOnClick(button: HTMLButtonElement, source: HTMLElement): void {
  const say = (text: string): void => {
    button.textContent = text;
    window.setTimeout(() => (button.textContent = word("copy")), 1500);
  };
  const select = (): void => {
    if (source instanceof HTMLInputElement) {
      source.select();
    } else {
      getSelection()?.selectAllChildren(source);
    }
    say(word("pressCopy"));
  };
  button.addEventListener("click", () => {
    // Without https, a page has no clipboard.
    const written = (navigator.clipboard as Clipboard | undefined)?.writeText(read(source)) ?? Promise.reject(new Error());
    void written.then(() => say(word("copied")), select);
  });
}

function read(source: HTMLElement): string {
  if (source instanceof HTMLInputElement) {
    return source.value;
  }
  const items = [...source.querySelectorAll("li")];
  return items.length > 0 ? items.map((item) => item.textContent).join("\n") : (source.textContent ?? "");
}

function filterWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>("#filters");
  if (form === null) {
    return;
  }
  let timer = 0;
  let asking = new AbortController();
  const go = (): void => {
    const fields = [...new FormData(form)].filter(([, value]) => value !== "") as [string, string][];
    const query = new URLSearchParams(fields).toString();
    const url = query === "" ? "/" : `/?${query}`;
    readdress(url);
    asking.abort(); // A slow response must not replace a newer one.
    asking = new AbortController();
    const { signal } = asking;
    swap(["#results"], url, { signal })
      .catch(() => signal.aborted)
      .then((done) => {
        if (!done) {
          form.requestSubmit(); // The browser and the error page can explain the error better than we can.
        }
      });
  };
  form.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(go, TYPING_MS);
  });
}

/** Make `/` focus the search, except where text is typed. */
function searchFromAnywhere(): void {
  const field = document.querySelector<HTMLInputElement>("#q");
  if (field !== null && window.location.hash === "#q") {
    field.focus();
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.composedPath()[0])) {
      return;
    }
    event.preventDefault();
    if (field === null) {
      window.location.assign("/#q");
    } else {
      field.focus();
      field.select();
    }
  });
}

/** Show the list of shortcuts by its button, and by `?` except where text is typed. */
function offerShortcuts(): void {
  const sheet = document.querySelector<HTMLDialogElement>("#shortcuts");
  const button = document.querySelector<HTMLButtonElement>("#show-shortcuts");
  if (sheet === null || button === null) {
    return;
  }
  button.hidden = false;
  button.addEventListener("click", () => sheet.showModal());
  sheet.querySelector("[data-close]")?.addEventListener("click", () => sheet.close());
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.composedPath()[0])) {
      event.preventDefault();
      sheet.showModal();
    }
  });
}

/** Make links to the editor put the cursor into it. */
function skipToEditor(): void {
  document.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a[data-editor]") !== null) {
      event.preventDefault();
      document.querySelector<HTMLInputElement>("#view-code")?.click(); // On a phone it may be out of sight.
      const content = document.querySelector("#editor")?.shadowRoot?.querySelector<HTMLElement>(".cm-content");
      (content ?? document.querySelector<HTMLElement>("#source"))?.focus();
    }
  });
}

/** Return whether keys pressed there are text: in a field, or in the editor's shadow root. */
function isTyping(place: EventTarget | undefined): boolean {
  return place instanceof HTMLElement && (place.isContentEditable || place.matches("input, textarea, select") || place.closest("dialog") !== null);
}
