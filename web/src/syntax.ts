// Finds syntax errors in a Python program while it is typed, except in constructs that the grammar doesn't know.

import type { SyntaxNode, Tree } from "@lezer/common";

/**
 * A problem and its position, in characters from the start. `kind` names the message, `name` its subject. `nearest` is the
 * known name that was probably meant, if there is one.
 */
export interface Problem {
  readonly kind: "undefinedName" | "missingColon" | "neverClosed" | "openString" | "brokenSyntax";
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly nearest?: string;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const HEADED = /^(If|For|While|With|Try|Match)Statement$|^(Function|Class)Definition$|^MatchClause$|^LambdaExpression$/;

/** Return the syntax error; null if it isn't certain, undefined if there is none. */
export function findBroken(tree: Tree, text: string): Problem | null | undefined {
  let error: SyntaxNode | null = null;
  tree.iterate({
    enter(node) {
      if (node.type.isError && error === null && !isForgiven(node.node, text)) {
        error = node.node;
      }
      return error === null;
    },
  });
  if (error === null) {
    return findOpenString(tree, text);
  }
  return CONFUSING.test(text) ? null : describe(error, text);
}

/**
 * Constructs after which the grammar may report errors anywhere: parenthesised managers, empty patterns, and subscripts in
 * which a subscript is unpacked, such as `A[*tuple[int, ...]]`.
 */
const CONFUSING =
  /^[ \t]*((async[ \t]+)?with[ \t]*\(|case\b.*(\[\s*\]|\{\s*\}).*:)|[\w\])]\[\s*([^[\]\n]*,\s*)?\*[\w.]+\[/m;

/** Return a string without a closing quote, which the grammar accepts; undefined if there is none. */
function findOpenString(tree: Tree, text: string): Problem | undefined {
  let found: Problem | undefined;
  tree.iterate({
    enter({ name, from, to }) {
      if (found === undefined && (name === "String" || name === "FormatString")) {
        const [, quote] = /^[a-zA-Z]*("""|'''|"|')/.exec(text.slice(from, to)) ?? [];
        const start = quote === undefined ? to : text.indexOf(quote, from) + quote.length;
        if (quote !== undefined && (to < start + quote.length || !text.slice(from, to).endsWith(quote))) {
          found = { kind: "openString", from, to: Math.max(from + 1, Math.min(to, endOfLine(text, from))), name: "" };
        }
      }
      return found === undefined;
    },
  });
  return found;
}

/**
 * Return whether the grammar rejects valid Python: a `yield` alone, `case Name():`, `for a, *b` in a comprehension, `a[*b]`,
 * and `*args: *Ts`.
 */
function isForgiven(error: SyntaxNode, text: string): boolean {
  if (error.prevSibling?.name === "yield" || isStarredTarget(error, text) || isUnpacked(error, text)) {
    return true;
  }
  const line = text.slice(startOfLine(text, error.from), endOfLine(text, error.from));
  return /^\s*case\b.*\(\s*\).*:/.test(line);
}

/** Return whether this error is the star of a starred target in a comprehension, which needs a comma beside it. */
function isStarredTarget(error: SyntaxNode, text: string): boolean {
  const next = error.nextSibling;
  if (text.slice(error.from, error.to) !== "*" || next === null || next.name === "in") {
    return false;
  }
  const named = (node: SyntaxNode | null, name: string): boolean => node?.name === name;
  let before = error.prevSibling;
  if (!named(before, ",") && !named(next.nextSibling, ",")) {
    return false;
  }
  while (before !== null && !named(before, "for") && !named(before, "in")) {
    before = before.prevSibling;
  }
  return named(before, "for");
}

/** Return whether this error is the star before a name that is unpacked in a subscript or an annotation. */
function isUnpacked(error: SyntaxNode, text: string): boolean {
  const { parent, prevSibling, nextSibling } = error;
  const before: Readonly<Record<string, readonly string[]>> = { MemberExpression: ["[", ","], TypeDef: [":"] };
  return (
    text.slice(error.from, error.to) === "*" &&
    nextSibling !== null &&
    nextSibling.name !== "]" &&
    nextSibling.name !== "," &&
    (before[parent?.name ?? ""] ?? []).includes(prevSibling?.name ?? "")
  );
}

function describe(error: SyntaxNode, text: string): Problem | null {
  for (let node: SyntaxNode | null = error; node !== null; node = node.parent) {
    // The grammar doesn't know everything that may follow `with … as`.
    if (node.name === "WithStatement" || node.prevSibling?.name === "WithStatement") {
      return null;
    }
    const opening = node.firstChild?.name ?? "";
    const closing = CLOSING[opening];
    if (closing !== undefined && node.lastChild?.name !== closing) {
      return { kind: "neverClosed", from: node.from, to: node.from + 1, name: opening };
    }
  }
  const { parent } = error;
  if (parent !== null && /String$/.test(parent.name)) {
    return { kind: "openString", from: parent.from, to: Math.min(parent.to, endOfLine(text, parent.from)), name: "" };
  }
  const line = text.slice(startOfLine(text, error.from), endOfLine(text, error.from));
  const head = parent?.name === "Body" || parent?.name === "MatchBody" ? parent.parent : parent;
  if (head !== null && HEADED.test(head.name) && error.from === error.to && !/:\s*(#.*)?$/.test(line) && text.slice(head.from, error.from).trim() !== "") {
    const at = startOfLine(text, error.from) + line.replace(/\s*(#.*)?$/, "").length;
    return { kind: "missingColon", from: Math.max(at - 1, head.from), to: at, name: "" };
  }
  const from = Math.min(error.from, Math.max(text.length - 1, 0));
  return { kind: "brokenSyntax", from, to: Math.max(Math.min(error.to, endOfLine(text, from)), from + 1), name: "" };
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
