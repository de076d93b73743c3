// Draws TeX as MathML, which browsers show by themselves: it needs no fonts or styles of ours, and screen readers know it.

import katex from "katex";

/** Replace the TeX in `element` by its formula; what isn't TeX stays as it is. */
export function drawMath(element: HTMLElement): void {
  const tex = element.textContent ?? "";
  const display = element.tagName === "DIV";
  try {
    katex.render(tex, element, { displayMode: display, output: "mathml", throwOnError: true, trust: false });
    element.classList.replace("tex", "formula");
  } catch {
    element.textContent = tex;
  }
}
