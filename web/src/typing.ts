// Typing over a selection, done here and not by the browser: it would keep the colours of what was selected in a `style`
// attribute, which the page's policy refuses with a message in the console.

import { EditorView } from "@codemirror/view";

/** Let an editor replace what is selected by what is typed. Input methods that compose are left to the browser. */
export const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection;
    const text = event.data;
    if (event.inputType !== "insertText" || text === null || view.composing || ranges.every((range) => range.empty)) {
      return false;
    }
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler); // Such as the one that puts brackets around a selection.
    if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert))) {
      view.dispatch(insert());
    }
    event.preventDefault();
    return true;
  },
});
