// The reader's preferences for the editor: keys, wrapped lines, font size, and full window. This browser stores each.

import { keep, must, recall } from "./dom.js";
import type { Editor, Keys } from "./editor.js";

const SIZES = [12, 13, 14, 16, 18, 20, 24] as const;
const USUAL = 14;

/** Activate the choice of key bindings, and apply the one that this browser has stored. */
export function offerKeys(editor: Editor): void {
  const select = must<HTMLSelectElement>("#keys");
  must("#keys-label").hidden = false;
  const wish = recall("keys");
  if (wish === "vim" || wish === "emacs") {
    select.value = wish;
    void editor.setKeys(wish);
  }
  select.addEventListener("change", () => {
    keep("keys", select.value);
    void editor.setKeys(select.value as Keys).then(() => editor.focus());
  });
}

/** Activate the choices above `editor`, and apply those that this browser has stored. */
export function offerComfort(editor: Editor): void {
  const menu = must<HTMLDetailsElement>("#view-menu");
  const wrap = must<HTMLInputElement>("#wrap");
  const size = must<HTMLSelectElement>("#size");
  const full = must<HTMLInputElement>("#full");
  const root = document.documentElement;

  wrap.checked = recall("wrap") === "on";
  editor.setWrap(wrap.checked);
  wrap.addEventListener("change", () => {
    keep("wrap", wrap.checked ? "on" : null);
    editor.setWrap(wrap.checked);
  });

  const now = Number(recall("code-size") ?? USUAL);
  size.value = String(SIZES.find((one) => one === now) ?? USUAL);
  size.addEventListener("change", () => {
    keep("code-size", size.value === String(USUAL) ? null : size.value);
    root.style.setProperty("--size-editor", `${size.value}px`);
    editor.measure();
  });

  full.checked = root.dataset["full"] !== undefined;
  full.addEventListener("change", () => {
    keep("full", full.checked ? "on" : null);
    root.toggleAttribute("data-full", full.checked);
    editor.measure();
  });

  // The usual keys of other editors, everywhere on the page.
  document.addEventListener("keydown", (event) => {
    if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyZ") {
      event.preventDefault();
      wrap.click();
    }
  });
  // A menu closes on a click elsewhere, and on Escape.
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target as Node)) {
      menu.open = false;
    }
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.open = false;
      must("summary", menu).focus();
    }
  });
  menu.hidden = false;
}
