// Replaces a selection with typed text, instead of the browser, which would keep the selection's colours in a `style`
// attribute, which the page's policy refuses with a message in the console.

import { EditorView } from "@codemirror/view";

/** Makes an editor replace the selection with typed text. Composing input methods are left to the browser. */
export const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection;
    const text = event.data;
    if (event.inputType !== "insertText" || text === null || view.composing || ranges.every((range) => range.empty)) {
      return false;
    }
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler); // Such as the one that brackets a selection.
    if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert))) {
      view.dispatch(insert());
    }
    event.preventDefault();
    return true;
  },
});
