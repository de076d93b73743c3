// Completes the public names of JAX, Flax NNX and Optax, as they were installed when the front end was built.
//
// The names come from a file that is fetched when the first one is asked for. Which module a name like `jnp` stands for
// is read from the imports of the source itself.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";

type Entry = readonly [name: string, kind: string, signature: string, summary: string];
type Names = Readonly<Record<string, readonly Entry[]>>;

const IMPORT = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([^)\n]+)/gm;
const CHAIN = /[A-Za-z_]\w*(?:\.\w+)*\.\w*$/;

/** Return a source of completions whose names lie at `url`. */
export function completeNames(url: string): CompletionSource {
  let names: Promise<Names> | null = null;
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const chain = context.matchBefore(CHAIN);
    if (chain === null) {
      return null;
    }
    names ??= fetchNames(url);
    const dot = chain.text.lastIndexOf(".");
    const module = resolve(chain.text.slice(0, dot), readImports(context.state.doc.toString()));
    const entries = (await names)[module];
    if (entries === undefined) {
      return null;
    }
    return { from: chain.from + dot + 1, options: entries.map(toCompletion), validFor: /^\w*$/ };
  };
}

async function fetchNames(url: string): Promise<Names> {
  try {
    return (await (await fetch(url)).json()) as Names;
  } catch {
    return {};
  }
}

/** Return what each name of the source stands for: `jnp` for `jax.numpy`. */
export function readImports(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, module, alias] of source.matchAll(IMPORT)) {
    if (module !== undefined) {
      const first = module.split(".")[0]!;
      found.set(alias ?? first, alias === undefined ? first : module);
    }
  }
  for (const [, module, list] of source.matchAll(FROM)) {
    for (const item of (list ?? "").split(",")) {
      const [name, , alias] = item.trim().split(/\s+/);
      if (module !== undefined && name !== undefined && name !== "") {
        found.set(alias ?? name, `${module}.${name}`);
      }
    }
  }
  return found;
}

function resolve(chain: string, imports: ReadonlyMap<string, string>): string {
  const [first, ...rest] = chain.split(".");
  return [imports.get(first!) ?? first!, ...rest].join(".");
}

function toCompletion([label, type, signature, summary]: Entry): Completion {
  return { label, type, detail: signature, ...(summary === "" ? {} : { info: summary }) };
}
