"""Drafts in the browser: what a person wrote stays until they use it, and goes to nobody else's account."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.unit.web.test_scopes import ESBUILD, NODE, WEB

PROGRAM: Final = """
const stored = new Map();
const localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: (key) => stored.delete(key),
};
const next = { value: "/scratchpad?program=T" };
const links = ["/scratchpad?program=T", "/elsewhere"]
  .map((one) => ({ search: new URLSearchParams({ next: one }).toString() }));
const names = [
  "draftFromBefore", "draftHere", "draftRestored", "draftOfGuest", "draftElsewhere", "backToDraft", "draftSaved",
];
const words = Object.fromEntries(names.map((one) => [one, one]));
const document = {
  querySelector: () => ({ textContent: JSON.stringify(words) }),
  querySelectorAll: (selector) => (selector.startsWith("form") ? [next] : links),
  addEventListener: () => undefined,
};
const location = { pathname: "/scratchpad", search: "?program=T" };
const ignore = () => undefined;
const window = { addEventListener: ignore, clearTimeout: ignore, setTimeout: (act) => (later = act), location };
let later = () => undefined;
Object.assign(globalThis, { localStorage, document, window, history: { replaceState: () => undefined } });
const { Drafts } = await import("./src/draft");
const { readdress } = await import("./src/dom");

/** Open the page; `offer` is what its button offers. */
function open(user, draft, starter = "starter") {
  const page = { offer: null, used: null };
  page.drafts = new Drafts("double", user, draft, {
    onNote: () => undefined,
    onOther: (text, label, used) => {
      page.offer = text;
      page.use = () => {
        page.offer = null;
        used();
      };
    },
  });
  page.text = page.drafts.open(draft, starter);
  return page;
}
async function send(...answers) {
  const sent = [];
  globalThis.fetch = async (_url, { body }) => {
    sent.push(JSON.parse(body));
    return { ok: true, json: async () => answers[sent.length - 1] };
  };
  for (const _ of answers) {
    await later();
    await new Promise((done) => setTimeout(done, 5));
  }
  return sent;
}
const checks = {
  async replaced() {
    const page = open("ada", { source: "mine", version: 1 });
    page.drafts.replace("mine", "backToDraft");
    page.drafts.replace("first attempt", "backToDraft");
    const again = open("ada", { source: "second attempt", version: 2 });
    const offers = [again.offer];
    again.use();
    return [...offers, again.offer];
  },
  async guest() {
    open(null, null).drafts.save("a guest's");
    const ada = open("ada", { source: "ada's", version: 1 });
    const bob = open("bob", null);
    return [ada.text, ada.offer, open("ada", { source: "ada's", version: 1 }).offer, bob.text, bob.offer];
  },
  async reloaded() {
    open("ada", { source: "old", version: 1 }).drafts.save("typed");
    const page = open("ada", { source: "old", version: 1 });
    page.drafts.save("typed on");
    const sent = await send(
      { saved: false, version: 2, other: { source: "typed", version: 2 } },
      { saved: true, version: 3 },
    );
    return [page.text, sent.map((one) => one.version), page.offer];
  },
  async elsewhere() {
    const page = open("ada", { source: "old", version: 1 });
    page.drafts.save("typed");
    await send({ saved: false, version: 2, other: { source: "another's", version: 2 } }, { saved: true, version: 3 });
    return [page.offer];
  },
  async address() {
    readdress("/scratchpad");
    return [next.value, ...links.map((one) => new URLSearchParams(one.search).get("next"))];
  },
};
const told = {};
for (const [name, check] of Object.entries(checks)) {
  stored.clear();
  told[name] = await check();
}
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[object]]:
    if not Path(NODE).exists() or not ESBUILD.exists():
        pytest.skip("needs Node.js and the npm packages (`make setup`)")
    made = tmp_path_factory.mktemp("drafts") / "check.mjs"
    command = [str(ESBUILD), "--bundle", "--platform=node", "--format=esm", f"--outfile={made}", "--loader=js"]
    subprocess.run([*command, "--log-level=error"], input=PROGRAM, text=True, cwd=WEB, check=True, timeout=120)
    done = subprocess.run([NODE, made], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


def test_each_replaced_text_is_offered_until_it_is_used(told: dict[str, list[object]]) -> None:
    assert told["replaced"] == ["first attempt", "mine"]


def test_a_guest_s_draft_goes_to_the_first_account_alone(told: dict[str, list[object]]) -> None:
    assert told["guest"] == ["ada's", "a guest's", "a guest's", None, None]


def test_what_the_page_before_sent_is_no_other_window_s(told: dict[str, list[object]]) -> None:
    assert told["reloaded"] == ["typed", [1, 2], None]
    assert told["elsewhere"] == ["another's"]


def test_an_address_that_changes_is_where_the_language_and_signing_in_lead_back_to(
    told: dict[str, list[object]],
) -> None:
    assert told["address"] == ["/scratchpad", "/scratchpad", "/elsewhere"]
