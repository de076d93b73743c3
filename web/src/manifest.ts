// Completes the keys of problem.yaml, and values that are enumerated, from the manifest's JSON schema.
//
// The path to the cursor is derived from the indentation of the lines above, and from the braces of its own line, which
// is enough for handwritten YAML. Anything else gets no completions.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly type?: string;
  readonly description?: string;
}

interface Place {
  /** The keys on the path from the top to the mapping or list around the cursor. */
  readonly path: readonly string[];
  /** The key whose value is written here; null if a key is. */
  readonly key: string | null;
}

const LINE = /^( *)((?:- +)*)(?:([\w-]+):(?=\s|$))?/;
const TOKEN = /"(?:[^"\\]|\\.)*"|'[^']*'|([\w-]+):(?=\s|$)|[[\]{},#]/g;

/** Return a completion source for the schema at `url`. */
export function completeManifest(url: string): CompletionSource {
  let schema: Promise<Schema | null> | null = null;
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w-]*/);
    if (word === null || (word.from === word.to && !context.explicit)) {
      return null;
    }
    const place = findPlace(context.state.sliceDoc(0, word.from));
    schema ??= fetchSchema(url);
    const root = await schema;
    if (place === null || root === null) {
      return null;
    }
    const options = listOptions(root, place);
    return options.length === 0 ? null : { from: word.from, options, validFor: /^[\w-]*$/ };
  };
}

async function fetchSchema(url: string): Promise<Schema | null> {
  try {
    const response = await fetch(url);
    return response.ok ? ((await response.json()) as Schema) : null;
  } catch {
    return null;
  }
}

/** Return the place of text that follows `before`; null in a comment. */
function findPlace(before: string): Place | null {
  const lines = before.split("\n");
  const line = lines.pop() ?? "";
  const inner: string[] = [];
  const braces: boolean[] = [];
  let key: string | null = null;
  for (const [token, name] of line.matchAll(TOKEN)) {
    if (token === "#") {
      return null;
    }
    if (name !== undefined) {
      key = name;
    } else if (token === "{" || token === "[") {
      braces.push(key !== null);
      if (key !== null) {
        inner.push(key);
      }
      key = null;
    } else if (token === "}" || token === "]") {
      if (braces.pop() === true) {
        inner.pop();
      }
      key = null;
    } else if (token === "," && braces.length > 0) {
      key = null;
    }
  }
  return { path: [...findParents(lines, line), ...inner], key };
}

/** Return the keys in the lines above that contain `line`, the outermost first. */
function findParents(lines: readonly string[], line: string): string[] {
  const [, indent = "", dashes = ""] = LINE.exec(line)!;
  const found: string[] = [];
  // A parent's key is left of `limit`; a list may be indented as little as its key.
  let limit = dashes === "" ? indent.length : indent.length + 1;
  for (const above of [...lines].reverse()) {
    const [whole, left = "", items = "", name] = LINE.exec(above)!;
    if (above.trim() === "" || above.trimStart().startsWith("#")) {
      continue;
    }
    const column = left.length + items.length;
    if (name !== undefined && column < limit) {
      found.unshift(name);
      limit = items === "" ? column : left.length + 1;
    } else if (items !== "" && column <= limit && whole !== "") {
      limit = Math.min(limit, left.length + 1);
    }
    if (limit === 0) {
      break;
    }
  }
  return found;
}

function listOptions(root: Schema, place: Place): Completion[] {
  const keys = place.key === null ? place.path : [...place.path, place.key];
  let here = expand(root, root);
  for (const key of keys) {
    here = here.flatMap((schema) => {
      const found = schema.properties?.[key];
      return found === undefined ? [] : expand(found, root);
    });
  }
  const values = here.flatMap((schema) => [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])]);
  const flags = here.some((schema) => schema.type === "boolean") ? ["true", "false"] : [];
  const options: Completion[] = [...new Set([...values.map(String), ...flags])].map((label) => ({ label, type: "constant" }));
  if (place.key === null) {
    for (const schema of here) {
      for (const [label, property] of Object.entries(schema.properties ?? {})) {
        options.push(describe(label, expand(property, root), property.description));
      }
    }
  }
  return options;
}

function describe(label: string, variants: readonly Schema[], description: string | undefined): Completion {
  const kinds = new Set(variants.map((one) => (one.enum === undefined ? one.type : one.enum.join(" | "))).filter((kind) => kind !== undefined && kind !== "null"));
  const info = description ?? variants.find((one) => one.description !== undefined)?.description;
  return { label, type: "property", apply: `${label}: `, detail: [...kinds].join(" or "), ...(info === undefined ? {} : { info }) };
}

/** Return the alternatives of a schema, with references resolved; for a list, those of its items. */
function expand(schema: Schema, root: Schema): Schema[] {
  if (schema.$ref !== undefined) {
    const found = root.$defs?.[schema.$ref.replace("#/$defs/", "")];
    return found === undefined ? [] : expand(found, root);
  }
  if (schema.anyOf !== undefined) {
    return schema.anyOf.flatMap((one) => expand(one, root));
  }
  return schema.items === undefined ? [schema] : expand(schema.items, root);
}
