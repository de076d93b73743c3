// The code editor: CodeMirror for Python, with completion, a line marked by the verdict, and a choice of key bindings.

import { defaultKeymap, history, historyKeymap, indentWithTab, undo } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type ChangeDesc, ChangeSet, Compartment, EditorState, type Extension, type Line, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  gutterLineClass,
  GutterMarker,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { RangeSet } from "@codemirror/state";
import { classHighlighter } from "@lezer/highlight";

import { arrive } from "./dom.js";
import { openRoot } from "./root.js";
import { typeOver } from "./typing.js";

interface EditorOptions {
  /** The element that shows the editor, in its own shadow root. */
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** The URL of the names to complete; null if the build made none. */
  readonly names: string | null;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onSubmit: () => void;
}

/** The editor's key bindings. */
export type Keys = "default" | "vim" | "emacs";

/** The text that was sent for grading, and all edits since: a report's lines are lines of that text. */
interface Sent {
  readonly doc: Text;
  readonly changes: ChangeDesc;
}

/** The grader's remark on a line of the source. */
export interface Remark {
  readonly line: number;
  readonly message: string;
}

const noteSent = StateEffect.define<boolean>(); // Whether the current text is the one that was sent.
const markAt = StateEffect.define<number | null>();
const remarkAt = StateEffect.define<DecorationSet>();

const sentField = StateField.define<Sent | null>({
  create: () => null,
  update(sent, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(noteSent)) {
        return effect.value ? { doc: transaction.newDoc, changes: ChangeSet.empty(transaction.newDoc.length) } : null;
      }
    }
    return sent !== null && transaction.docChanged ? { doc: sent.doc, changes: sent.changes.composeDesc(transaction.changes) } : sent;
  },
});

const lineMark = Decoration.line({ class: "cm-marked" });

const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(markAt)) {
        return effect.value === null ? Decoration.none : Decoration.set([lineMark.range(effect.value)]);
      }
    }
    return transaction.docChanged ? marks.map(transaction.changes) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const remarkField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(remarks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(remarkAt)) {
        return effect.value;
      }
    }
    return transaction.docChanged ? remarks.map(transaction.changes) : remarks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class LineMarker extends GutterMarker {
  override elementClass = "cm-marked-gutter";
}

const gutterMark = new LineMarker();
const gutterMarks = gutterLineClass.compute([markField], (state) => {
  const marks: { from: number }[] = [];
  state.field(markField).between(0, state.doc.length, (from) => void marks.push({ from }));
  return RangeSet.of(marks.map((mark) => gutterMark.range(state.doc.lineAt(mark.from).from)));
});

/** The editor of a problem page. */
export class Editor {
  readonly #view: EditorView;
  readonly #keys = new Compartment();
  readonly #wrap = new Compartment();
  readonly #assistance = new Compartment();
  #finds = false; // The search was requested before it was loaded.

  constructor(options: EditorOptions) {
    this.#view = new EditorView({
      parent: openRoot(options.host),
      state: EditorState.create({
        doc: options.text,
        extensions: [
          EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0" }),
          EditorView.domEventHandlers({
            keydown(event) {
              const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
              if (sends && !event.repeat) {
                (event.shiftKey ? options.onSubmit : options.onRun)();
              }
              return sends;
            },
          }),
          this.#keys.of([]), // Before all other keymaps, which get the keys that Vim and Emacs don't handle.
          this.#wrap.of([]),
          typeOver,
          lineNumbers(),
          gutterMarks,
          markField,
          remarkField,
          sentField,
          highlightActiveLineGutter(),
          highlightActiveLine(),
          highlightSpecialChars(),
          history(),
          drawSelection({ cursorBlinkRate: 0 }), // Restarting the blinking took 3 of a keystroke's 18 ms.
          EditorState.allowMultipleSelections.of(true),
          EditorState.tabSize.of(4),
          indentUnit.of("    "),
          indentOnInput(),
          bracketMatching(),
          python(),
          this.#assistance.of(keymap.of([{ key: "Mod-f", run: () => (this.#finds = true), preventDefault: true }])),
          syntaxHighlighting(classHighlighter),
          keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              options.onChange(update.state.doc.toString());
            }
          }),
        ],
      }),
    });
    const assist = (): void => {
      options.host.removeEventListener("focusin", assist);
      options.host.removeEventListener("pointerenter", assist);
      void this.#assist(options.names);
    };
    options.host.addEventListener("focusin", assist);
    options.host.addEventListener("pointerenter", assist);
  }

  /** The current source. */
  get text(): string {
    return this.#view.state.doc.toString();
  }

  /**
   * Record that `source`, by default the current text, was sent for grading; remove the mark of an earlier verdict. If it
   * isn't the current text, no line of it can be marked.
   */
  noteSent(source = this.text): void {
    this.#view.dispatch({ effects: [noteSent.of(source === this.text), markAt.of(null), remarkAt.of(Decoration.none)] });
  }

  /**
   * Mark the line that was line `line` of the sent text, wherever edits have moved it, without scrolling.
   * Return the line's current number, or null if there is no such line.
   */
  mark(line: number): number | null {
    const now = this.#find(line);
    if (now !== null) {
      this.#view.dispatch({ effects: markAt.of(now.from) });
    }
    return now?.number ?? null;
  }

  /** Underline the lines that the remarks are about; the text is shown when the pointer rests there. */
  remark(remarks: readonly Remark[]): void {
    const found = remarks.flatMap(({ line, message }) => {
      const now = this.#find(line);
      return now === null ? [] : [Decoration.line({ class: "cm-remark", attributes: { title: message } }).range(now.from)];
    });
    this.#view.dispatch({ effects: remarkAt.of(Decoration.set(found, true)) });
  }

  /** Return the current position of line `line` of the sent text; null if there is no such line. */
  #find(line: number): Line | null {
    const sent = this.#view.state.field(sentField);
    if (sent === null || !Number.isInteger(line) || line < 1 || line > sent.doc.lines) {
      return null;
    }
    return this.#view.state.doc.lineAt(sent.changes.mapPos(sent.doc.line(line).from, 1));
  }

  /** Change the key bindings; those of Vim and Emacs are fetched when first needed. */
  async setKeys(keys: Keys): Promise<void> {
    const loaded = await arrive(loadKeys(keys));
    if (loaded !== null) {
      this.#view.dispatch({ effects: this.#keys.reconfigure(loaded) });
    }
  }

  /** Load the editing aids, once the editor is used. */
  async #assist(names: string | null): Promise<void> {
    const before = this.text;
    const part = await arrive(import("./assist.js"));
    if (part === null) {
      addEventListener("online", () => void this.#assist(names), { once: true });
      return;
    }
    const { makeAssistance, catchUp } = part;
    this.#view.dispatch({ effects: this.#assistance.reconfigure(makeAssistance(names)) });
    if (this.#finds || this.text !== before) {
      catchUp(this.#view, this.#finds);
    }
  }

  /** Wrap long lines at the editor's edge, or don't. */
  setWrap(wraps: boolean): void {
    this.#view.dispatch({ effects: this.#wrap.reconfigure(wraps ? EditorView.lineWrapping : []) });
  }

  /** Measure the layout again after the font size has changed. */
  measure(): void {
    this.#view.requestMeasure();
  }

  /** Put the cursor on the marked line and show it. */
  showMark(): void {
    let at: number | null = null;
    this.#view.state.field(markField).between(0, this.#view.state.doc.length, (from) => {
      at = from;
    });
    if (at !== null) {
      this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      this.#view.focus();
    }
  }

  /** The position of the cursor, in characters from the start. */
  get cursor(): number {
    return this.#view.state.selection.main.head;
  }

  /** Put the cursor `at` characters from the start, show it and focus the editor. */
  place(at: number): void {
    const anchor = Math.max(0, Math.min(at, this.#view.state.doc.length));
    this.#view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.#view.focus();
  }

  /** Replace the whole text in one step, which can be undone. */
  replace(text: string): void {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  /** Undo the latest change. */
  undo(): void {
    undo(this.#view);
  }

  /** Move the keyboard focus into the editor. */
  focus(): void {
    this.#view.focus();
  }
}

async function loadKeys(keys: Keys): Promise<Extension> {
  switch (keys) {
    case "vim":
      return (await import("@replit/codemirror-vim")).vim({ status: true });
    case "emacs":
      return (await import("@replit/codemirror-emacs")).emacs();
    case "default":
      return [];
  }
}
