"""A form that is sent twice at once is sent once."""

from __future__ import annotations

import json
import subprocess
from typing import Final

from tests.unit.web.test_scopes import ESBUILD, NODE, WEB

PROGRAM: Final = """
const listeners = {};
let clock = 0;
const window = { addEventListener: (name, listen) => (listeners[name] = listen) };
class FormData {
  constructor(form) {
    this.form = form;
  }
  *[Symbol.iterator]() {
    yield ["text", this.form.text];
  }
}
Object.assign(globalThis, { window, FormData });
Object.defineProperty(globalThis, "performance", { value: { now: () => clock } });
const { sendOnce } = await import("./src/once");

/** Send a form at a moment; return whether the browser sends it. */
function send(target, submitter, at, prevented = false) {
  clock = at;
  const event = { target, submitter, defaultPrevented: prevented };
  event.preventDefault = () => (event.defaultPrevented = true);
  listeners.submit(event);
  return !event.defaultPrevented;
}

sendOnce();
const form = { method: "post", text: "a" }, other = { method: "post", text: "" }, search = { method: "get" };
const save = {}, publish = {};
const answers = {
  first: send(form, save, 0),
  doubleClick: send(form, save, 300),
  loaded: (listeners.pageshow({ persisted: false }), send(form, save, 310)),
  otherText: send(Object.assign(form, { text: "b" }), save, 320),
  left: (listeners.beforeunload({ defaultPrevented: false }), send(form, save, 330)),
  otherButton: send(form, publish, 400),
  otherForm: send(other, save, 500),
  muchLater: send(other, save, 20_000),
};
listeners.beforeunload({ defaultPrevented: true });
answers.stayed = send(other, save, 20_050);
listeners.pageshow({ persisted: true });
answers.backOnThePage = send(other, save, 20_100);
answers.search = send(search, save, 20_200) && send(search, save, 20_300);
send(form, save, 30_000, true);
answers.afterAScript = send(form, save, 30_100);
console.log(JSON.stringify(answers));
"""


def test_a_form_is_sent_once() -> None:
    options = ("--bundle", "--platform=node", "--format=esm", "--log-level=error")
    bundled = subprocess.run(
        [ESBUILD, *options], check=True, capture_output=True, cwd=WEB, input=PROGRAM.encode()
    ).stdout
    ran = subprocess.run([str(NODE), "--input-type=module"], check=True, capture_output=True, input=bundled)
    answers = json.loads(ran.stdout)
    assert [name for name, sent in answers.items() if not sent] == ["doubleClick", "loaded", "left"]
