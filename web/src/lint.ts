// Shows problems in a program while it is typed: an underline with a message on hover, and a line at the bottom.
//
// It waits for a pause, and ignores a name that is being typed. Its messages are hints, not verdicts.

import { ensureSyntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, hoverTooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";

import { findProblems } from "./scopes.js";
import type { Problem } from "./syntax.js";
import { word } from "./words.js";

const PAUSE_MS = 900;
const PARSE_MS = 50;
const MOST_CHARACTERS = 64 * 1024;

const setProblems = StateEffect.define<readonly Problem[]>();

interface Found {
  readonly problems: readonly Problem[];
  readonly marks: DecorationSet;
}

const problemField = StateField.define<Found>({
  create: () => ({ problems: [], marks: Decoration.none }),
  update(found, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setProblems)) {
        const marks = effect.value.map((problem) => Decoration.mark({ class: "cm-problem" }).range(problem.from, problem.to));
        return { problems: effect.value, marks: Decoration.set(marks, true) };
      }
    }
    // The text has changed: messages may be wrong now, and marks are moved along until the next pause.
    return transaction.docChanged ? { problems: [], marks: found.marks.map(transaction.changes) } : found;
  },
  provide: (field) => EditorView.decorations.from(field, (found) => found.marks),
});

const watcher = ViewPlugin.fromClass(
  class {
    readonly #line: HTMLElement;
    #timer = 0;

    constructor(view: EditorView) {
      this.#line = document.createElement("div");
      this.#line.className = "cm-problem-line";
      this.#line.setAttribute("role", "status");
      view.dom.append(this.#line);
      this.#wait(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.selectionSet) {
        this.#wait(update.view);
      }
      const { problems } = update.state.field(problemField);
      const text = problems[0] === undefined ? "" : `${word("line", { line: update.state.doc.lineAt(problems[0].from).number })} ${tell(problems[0])}`;
      if (this.#line.textContent !== text && (text !== "" || update.docChanged || problems.length === 0)) {
        this.#line.textContent = text;
      }
    }

    destroy(): void {
      window.clearTimeout(this.#timer);
      this.#line.remove();
    }

    #wait(view: EditorView): void {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => look(view), PAUSE_MS);
    }
  },
);

function look(view: EditorView): void {
  const { state } = view;
  const problems = read(state).filter((problem) => problem.kind !== "undefinedName" || !view.hasFocus || problem.to !== state.selection.main.head);
  const before = state.field(problemField).problems;
  if (JSON.stringify(before) !== JSON.stringify(problems) || problems.length === 0) {
    view.dispatch({ effects: setProblems.of(problems) });
  }
}

function read(state: EditorState): Problem[] {
  if (state.doc.length > MOST_CHARACTERS) {
    return [];
  }
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  return tree === null ? [] : findProblems(tree, state.doc.toString()).filter((problem) => problem.from < problem.to && problem.to <= state.doc.length);
}

function tell(problem: Problem): string {
  const told = word(problem.kind, { name: problem.name });
  return problem.nearest ? `${told} ${word("didYouMean", { name: problem.nearest })}` : told;
}

const hover = hoverTooltip((view, at) => {
  const problem = view.state.field(problemField).problems.find((one) => one.from <= at && at <= one.to);
  if (problem === undefined) {
    return null;
  }
  return {
    pos: problem.from,
    end: problem.to,
    above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-words";
      dom.textContent = tell(problem);
      return { dom };
    },
  };
});

/** Watches a Python program for syntax errors and undefined names. */
export const watchProblems: Extension = [problemField, watcher, hover];
