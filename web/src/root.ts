// The shadow root in which an editor stands.
//
// CodeMirror makes its style sheets at run time. In the page these would be `style` elements, which the page's policy
// refuses without a nonce; a shadow root adopts them as objects, which needs no permission. The pages' own style sheet
// doesn't reach in there, so the root has one too.

import { EditorView } from "@codemirror/view";

import styles from "../styles/editor.css" with { type: "text" };

/** Open the shadow root of `host`, and show `host`: an editor whose parent is this root has the pages' look. */
export function openRoot(host: HTMLElement): ShadowRoot {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  host.hidden = false;
  return root;
}

/** Let the page's style sheet give the whole editor a frame, as `#editor::part(editor)`. */
export const framePart = EditorView.editorAttributes.of({ part: "editor" });
