// Completes the public names of JAX, Flax NNX and Optax, as they were installed when the front end was built.
//
// The names come from a file that is fetched when they are first needed. The module that a name like `jnp` stands for
// is read from the source's own imports.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";

type Entry = readonly [name: string, kind: string, signature: string, summary: string];
type Names = Readonly<Record<string, readonly Entry[]>>;

const IMPORT = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([^)\n]+)/gm;
const CHAIN_BEFORE = /[A-Za-z_]\w*(?:\.\w*)*$/;
const CHAIN = /[A-Za-z_]\w*(?:\.\w+)*\.\w*$/;

const fetched = new Map<string, Promise<Names>>();

/** Return a completion source with the names at `url`. */
export function completeNames(url: string): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const chain = context.matchBefore(CHAIN);
    if (chain === null) {
      return null;
    }
    const dot = chain.text.lastIndexOf(".");
    const module = resolve(chain.text.slice(0, dot), readImports(context.state.doc.toString()));
    const entries = (await loadNames(url))[module];
    if (entries === undefined) {
      return null;
    }
    return { from: chain.from + dot + 1, options: entries.map(toCompletion), validFor: /^\w*$/ };
  };
}

/** Show a name's signature and the first sentence of its documentation when the pointer rests on it. */
export function describeNames(url: string): Extension {
  return hoverTooltip(async (view, at) => {
    const line = view.state.doc.lineAt(at);
    const before = CHAIN_BEFORE.exec(line.text.slice(0, at - line.from))?.[0] ?? "";
    const after = /^\w*/.exec(line.text.slice(at - line.from))?.[0] ?? "";
    const chain = before + after;
    const dot = chain.lastIndexOf(".");
    if (chain === "" || /^\d/.test(chain)) {
      return null;
    }
    const whole = resolve(chain, readImports(view.state.doc.toString()));
    const split = whole.lastIndexOf(".");
    const entry = (await loadNames(url))[whole.slice(0, split)]?.find(([name]) => name === whole.slice(split + 1));
    if (entry === undefined) {
      return null;
    }
    const [name, , signature, summary] = entry;
    return {
      pos: at - before.length + dot + 1,
      end: at + after.length,
      above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-words";
        const code = document.createElement("code");
        code.textContent = name + signature;
        dom.append(code);
        if (summary !== "") {
          const told = document.createElement("p");
          told.lang = "en";
          told.textContent = `${summary}.`;
          dom.append(told);
        }
        return { dom };
      },
    };
  });
}

/** Fetch the names once, when they are first needed. */
function loadNames(url: string): Promise<Names> {
  const names = fetched.get(url) ?? fetchNames(url);
  fetched.set(url, names);
  return names;
}

async function fetchNames(url: string): Promise<Names> {
  try {
    return (await (await fetch(url)).json()) as Names;
  } catch {
    return {};
  }
}

/** Return the module or object that each imported name of the source stands for, such as `jax.numpy` for `jnp`. */
function readImports(source: string): Map<string, string> {
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
