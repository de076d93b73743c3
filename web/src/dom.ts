// Small helpers for the page's elements.

/** Find the element that `selector` names, which the page must have. */
export function must<T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T {
  const element = root.querySelector<T>(selector);
  if (element === null) {
    throw new Error(`the page has no ${selector}`);
  }
  return element;
}

/** Return the elements of HTML that the service drew. It escapes all that isn't its own, and the page's policy runs no script. */
export function parse(html: string): Element[] {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/** Fetch a page of this site and put those of its elements that `selectors` name in the place of ours. */
export async function swap(selectors: readonly string[], url: string, init: RequestInit = {}): Promise<boolean> {
  const response = await fetch(url, { ...init, headers: { Accept: "text/html" } });
  if (!response.ok) {
    return false;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const selector of selectors) {
    const fresh = page.querySelector(selector);
    const old = document.querySelector(selector);
    if (fresh !== null && old !== null) {
      old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
      document.dispatchEvent(new CustomEvent("swapped", { detail: old }));
    }
  }
  return true;
}

const SOON = "600px";

/** Act once, when the first of these elements is nearly in view: for what is large and not always needed. */
export function whenNear(elements: readonly Element[], act: () => void): void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        watch.disconnect();
        act();
      }
    },
    { rootMargin: SOON },
  );
  elements.forEach((element) => watch.observe(element));
}

/** Wait for a part of the program that is imported only when it is wanted; null where it can't be fetched, as offline. */
export async function arrive<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch {
    return null;
  }
}

/** Read what this browser keeps under `key`; null where it keeps nothing, or storage is off. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`jaxdojo:${key}`);
  } catch {
    return null;
  }
}

/** Keep `value` under `key`, or forget it; return whether the browser took it. */
export function keep(key: string, value: string | null): boolean {
  try {
    if (value === null) {
      localStorage.removeItem(`jaxdojo:${key}`);
    } else {
      localStorage.setItem(`jaxdojo:${key}`, value);
    }
    return true;
  } catch {
    return false;
  }
}
