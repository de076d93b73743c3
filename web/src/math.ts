// Draws TeX as MathML, which browsers show by themselves: it needs no fonts or styles of ours, and screen readers know it.

import katex from "katex";

/** What KaTeX would draw with a `style` attribute, which the page's policy refuses, drawn by other means. */
const MACROS = { "\\pmb": "\\boldsymbol{#1}", "\\fcolorbox": "{\\color{#1}}\\colorbox{#2}{#3}" };

/** Replace the TeX in `element` by its formula; what isn't TeX stays as it is. */
export function drawMath(element: HTMLElement): void {
  const tex = element.textContent ?? "";
  const display = element.tagName === "DIV";
  try {
    katex.render(tex, element, { displayMode: display, output: "mathml", macros: { ...MACROS }, throwOnError: true, trust: false });
    element.classList.replace("tex", "formula");
  } catch {
    element.textContent = tex;
  }
}
