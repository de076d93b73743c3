// Editing aids: completion, closing brackets, documentation of names, diagnostics and search. They are loaded when the
// editor is first used, so that a page which is only read doesn't wait for them.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

import { completeNames, describeNames } from "./completion.js";
import { watchProblems } from "./lint.js";

/** Return all editing aids. `names` is the URL of the names to complete; null if the build made none. */
export function makeAssistance(names: string | null): Extension {
  return [
    closeBrackets(),
    autocompletion({ icons: false, maxRenderedOptions: 60 }),
    names === null ? [] : [pythonLanguage.data.of({ autocomplete: completeNames(names) }), describeNames(names)],
    watchProblems,
    highlightSelectionMatches(),
    keymap.of([...completionKeymap, ...searchKeymap, ...closeBracketsKeymap]),
  ];
}

/** Do what was requested while this module was loading: complete the word at the cursor, or open the search. */
export function catchUp(view: EditorView, finds: boolean): void {
  const { head } = view.state.selection.main;
  if (finds) {
    openSearchPanel(view);
  } else if (view.hasFocus && /[\w.]/.test(view.state.sliceDoc(Math.max(0, head - 1), head))) {
    startCompletion(view);
  }
}
