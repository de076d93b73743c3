// Small helpers for the page's elements.

/** Return the element that `selector` matches, which the page must have. */
export function must<T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T {
  const element = root.querySelector<T>(selector);
  if (element === null) {
    throw new Error(`the page has no ${selector}`);
  }
  return element;
}

/** Return the elements of HTML from the service, which escapes foreign text. The page's policy blocks scripts in it. */
export function parse(html: string): Element[] {
  const template = document.createElement("template");
  template.innerHTML = html;
  return [...template.content.children];
}

/**
 * Fetch a page of this site, and replace the content of the elements that `selectors` match with that in that page. If the
 * focused element goes, the focus moves to the element that got the new content.
 */
export async function swap(selectors: readonly string[], url: string, init: RequestInit = {}): Promise<boolean> {
  const response = await fetch(url, { ...init, headers: { Accept: "text/html" } });
  if (!response.ok) {
    return false;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const selector of selectors) {
    const fresh = page.querySelector(selector);
    const old = document.querySelector<HTMLElement>(selector);
    if (fresh !== null && old !== null) {
      const hadFocus = old.contains(document.activeElement);
      old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
      if (hadFocus) {
        takeFocus(old);
      }
      document.dispatchEvent(new CustomEvent("swapped", { detail: old }));
    }
  }
  return true;
}

/** Move the focus to an element that usually has none, where a screen reader reads on. */
export function takeFocus(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Change the page's address without loading it, and where the language button and the links for signing in lead back to. */
export function readdress(url: string): void {
  const before = window.location.pathname + window.location.search;
  history.replaceState(null, "", url);
  for (const next of document.querySelectorAll<HTMLInputElement>('form[action="/language"] [name=next]')) {
    next.value = url;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/signin?next="], a[href^="/signup?next="]')) {
    if (new URLSearchParams(link.search).get("next") === before) {
      link.search = new URLSearchParams({ next: url }).toString();
    }
  }
}

const SOON = "600px";

/** Call `act` once, when the first of these elements is nearly in view: for large parts that aren't always needed. */
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

/** Wait for a part of the program that is imported on demand; null if it can't be fetched, for instance offline. */
export async function arrive<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch {
    return null;
  }
}

/** Return this browser's stored value for `key`; null if there is none, or storage is off. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`jaxdojo:${key}`);
  } catch {
    return null;
  }
}

/** Store `value` under `key`, or delete it if it is null; return whether that worked. */
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
