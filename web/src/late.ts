// Stands in for the functions of @codemirror/autocomplete that the Python language package calls while it is loaded:
// `build.mjs` gives it these instead. So a page that is only read doesn't load that package.

import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";

interface Snippet extends Completion {
  readonly template: string;
}

/** Return a completion with its template; it becomes a snippet when completions are first requested. */
export function snippetCompletion(template: string, completion: Completion): Snippet {
  return { ...completion, template };
}

/** Return the list itself: `ifNotIn` makes the source. */
export function completeFromList(list: readonly (Completion | Snippet)[]): readonly (Completion | Snippet)[] {
  return list;
}

/** Return a source with the completions of `list` outside of these nodes. It loads the package when it is first called. */
export function ifNotIn(nodes: readonly string[], list: readonly (Completion | Snippet)[]): CompletionSource {
  let source: Promise<CompletionSource> | null = null;
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    source ??= import("@codemirror/autocomplete").then((late) =>
      late.ifNotIn(nodes, late.completeFromList(list.map((one) => ("template" in one ? late.snippetCompletion(one.template, one) : one)))),
    );
    return (await source)(context);
  };
}
