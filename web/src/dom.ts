// Builds elements. Text only ever enters the page as text nodes, so nothing in a report can become markup.

export type Child = Node | string | null;

/** Make an HTML element with attributes and children; a `null` child is left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => child !== null));
  return element;
}

/** Make an SVG element with attributes and children. */
export function svg(tag: string, attributes: Readonly<Record<string, string>>, ...children: readonly Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Find the element that `selector` names, which the page must have. */
export function must<T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T {
  const element = root.querySelector<T>(selector);
  if (element === null) {
    throw new Error(`the page has no ${selector}`);
  }
  return element;
}

/** Split text at backticks into text and `<code>` elements. */
export function withCode(text: string): Node[] {
  return text
    .split("`")
    .map((part, index, parts) =>
      index % 2 === 1 && index < parts.length - 1 ? h("code", {}, part) : document.createTextNode(index % 2 === 1 ? "`" + part : part),
    );
}
