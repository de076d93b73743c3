// Renders TeX as MathML, which browsers support natively: it needs no fonts or styles, and screen readers can read it.

import katex from "katex";

/** Replacements for macros that KaTeX would render with a `style` attribute, which the page's policy refuses. */
const MACROS = { "\\pmb": "\\boldsymbol{#1}", "\\fcolorbox": "{\\color{#1}}\\colorbox{#2}{#3}" };

/** Replace the TeX in `element` with its formula; invalid TeX is left as it is. */
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
