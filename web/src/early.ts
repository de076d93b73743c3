// Applies the reader's colours and proportions before the page is painted, so that nothing jumps or flashes.

import { recall } from "./dom.js";

const root = document.documentElement;
const scheme = recall("scheme");
if (scheme === "light" || scheme === "dark") {
  root.dataset["scheme"] = scheme;
}
const size = Number(recall("code-size"));
if (size >= 10 && size <= 30) {
  root.style.setProperty("--size-editor", `${size}px`);
}
if (recall("full") === "on") {
  root.dataset["full"] = "";
}
for (const name of ["columns", "rows"]) {
  const share = Number(recall(`split-${name}`));
  if (share > 0 && share < 1) {
    root.style.setProperty(`--split-${name}`, `${share * 100}%`);
  }
}
