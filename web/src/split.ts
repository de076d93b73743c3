// The movable borders between text, editor and verdict: dragged or moved with the arrow keys, and remembered.

import { keep, recall } from "./dom.js";

const STEP = 0.03;

/** Let the reader move the border `handle` inside `frame`, between the shares `least` and `most`. */
export function activateSplit(handle: HTMLElement, frame: HTMLElement, least: number, most: number): void {
  const rows = handle.getAttribute("aria-orientation") === "horizontal";
  const name = rows ? "rows" : "columns";
  let share = Number(recall(`split-${name}`)) || 0.48;
  handle.hidden = false;
  handle.setAttribute("aria-valuemin", String(Math.round(least * 100)));
  handle.setAttribute("aria-valuemax", String(Math.round(most * 100)));
  move(share, false);

  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.classList.add("dragged");
  });
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) {
      const box = frame.getBoundingClientRect();
      move(rows ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width, true);
    }
  });
  for (const end of ["pointerup", "pointercancel"]) {
    handle.addEventListener(end, () => handle.classList.remove("dragged"));
  }
  handle.addEventListener("keydown", (event) => {
    const less = rows ? "ArrowUp" : "ArrowLeft";
    const more = rows ? "ArrowDown" : "ArrowRight";
    if (event.key === less || event.key === more) {
      event.preventDefault();
      move(share + (event.key === more ? STEP : -STEP), true);
    }
  });

  function move(to: number, chosen: boolean): void {
    share = Math.min(most, Math.max(least, to));
    handle.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    if (chosen) {
      document.documentElement.style.setProperty(`--split-${name}`, `${share * 100}%`);
      keep(`split-${name}`, share.toFixed(3));
    }
  }
}
