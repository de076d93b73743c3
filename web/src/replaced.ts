// Texts that another text replaced in an editor. This browser keeps the newest of them until they are used.

import { keep, recall } from "./dom.js";

/** A replaced text, and the name of the words that offer it. */
export interface Replaced {
  readonly text: string;
  readonly label: string;
}

const MAX_KEPT = 5;

/** Return the texts that are kept under `key`, the newest first. */
export function listReplaced(key: string): Replaced[] {
  try {
    const value: unknown = JSON.parse(recall(key) ?? "[]");
    return Array.isArray(value) ? (value as Replaced[]).filter((one) => typeof one?.text === "string") : [];
  } catch {
    return []; // Stored by something else.
  }
}

/** Keep a replaced text under `key`, in front of the others. */
export function keepReplaced(key: string, text: string, label = ""): void {
  const others = listReplaced(key).filter((one) => one.text !== text);
  keep(key, JSON.stringify([{ text, label }, ...others].slice(0, MAX_KEPT)));
}

/** Keep a text no longer: it is in the editor again. */
export function dropReplaced(key: string, text: string): void {
  const others = listReplaced(key).filter((one) => one.text !== text);
  keep(key, others.length === 0 ? null : JSON.stringify(others));
}
