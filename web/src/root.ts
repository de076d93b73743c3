// The shadow root that contains an editor.
//
// CodeMirror creates its style sheets at run time. In the page these would be `style` elements, which the page's policy
// refuses without a nonce; a shadow root adopts them as objects, which needs no permission. The pages' own style sheet
// doesn't apply inside it, so the root has its own.

import { EditorView } from "@codemirror/view";

import styles from "../styles/editor.css" with { type: "text" };

/** Create the shadow root of `host`, and show `host`: an editor in this root looks like the pages. */
export function openRoot(host: HTMLElement): ShadowRoot {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  host.hidden = false;
  return root;
}

/** Lets the page's style sheet put a frame around the editor, as `#editor::part(editor)`. */
export const framePart = EditorView.editorAttributes.of({ part: "editor" });
