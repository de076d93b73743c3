"""Nothing that people write is lost unseen, and no verdict that they wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.conftest import PASSWORD, SLUG
from tests.acceptance.test_pages import PROBLEM, RIGHT, expect_verdict

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

REFUSAL: Final = {"title": "Too many", "detail": "One at a time."}
SEND_RUN: Final = """async (source) => {
    const answer = await fetch("/api/v1/problems/jit_forward/submissions", {
        method: "POST",
        headers: {"Content-Type": "application/json"},
        body: JSON.stringify({source, mode: "run"}),
    });
    return (await answer.json()).id;
}"""
WATCH_NOTE: Final = """() => {
    window.noted = 0;
    new MutationObserver(() => (window.noted += 1)).observe(document.querySelector("#draft-note"), {childList: true});
}"""


def test_draft_survives_reload_and_sign_in(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(PROBLEM)
    page.locator(".cm-content").wait_for()
    page.evaluate(WATCH_NOTE)
    visitor.write("# a thought\n")
    page.keyboard.type("# 2\n")
    assert page.evaluate("window.noted") == 1, "a screen reader announces the note once"
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("# a thought")
    page.keyboard.press("Control+Shift+Enter")
    page.get_by_role("dialog").get_by_role("link", name="I have an account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    visitor.sign_up(f"alan-{uuid4().hex[:8]}")
    page.wait_for_url(f"**{PROBLEM}")
    expect(page.locator(".cm-content")).to_contain_text("# a thought")
    page.get_by_role("button", name="Reset").click()
    expect(page.locator(".cm-content")).to_contain_text("def jit_forward")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cm-content")).to_contain_text("# a thought")


def test_offline_nothing_is_lost(visitor: Visitor) -> None:
    page = visitor.page
    visitor.enter(f"hedy-{uuid4().hex[:8]}")
    visitor.go(PROBLEM)
    expect(page.locator(".cm-content")).to_be_visible()
    place = page.locator("#code-area").bounding_box()
    visitor.context.set_offline(True)
    visitor.write("# written offline\n")
    expect(page.locator("#draft-note")).to_contain_text("kept in this browser")
    assert page.locator("#code-area").bounding_box() == place, "what is said moves nothing"
    page.keyboard.press("Control+Enter")
    expect(page.locator("#verdict-headline")).to_have_text("Not sent")
    visitor.context.set_offline(False)
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("# written offline")


def test_two_windows_do_not_write_over_each_other_unseen(visitor: Visitor) -> None:
    page = visitor.page
    visitor.enter(f"joan-{uuid4().hex[:8]}")
    visitor.go(PROBLEM)
    other = visitor.context.new_page()
    other.goto(page.url)
    other.locator(".cm-content").click()
    other.keyboard.insert_text("# from the other window ")
    expect(other.locator("#draft-note")).to_contain_text("Draft saved")
    page.bring_to_front()
    visitor.write("# from this one\n")
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    page.keyboard.insert_text("# and more\n")
    expect(page.get_by_role("button", name="Use the draft from your other window")).to_be_visible()
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("# and more")
    page.get_by_role("button", name="Use the draft from your other window").click()
    expect(page.locator(".cm-content")).to_contain_text("# from the other window")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cm-content")).to_contain_text("# and more")


def test_a_draft_outlives_restored_attempts_and_another_language(visitor: Visitor) -> None:
    page = visitor.page
    visitor.enter(f"mary-{uuid4().hex[:8]}")
    visitor.go(PROBLEM)
    attempts = [page.evaluate(SEND_RUN, source) for source in ("# attempt 1", "# attempt 2")]
    visitor.write("# mine\n")
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    for number, attempt in enumerate(attempts, 1):
        visitor.go(f"{PROBLEM}?restore={attempt}")
        expect(page.locator(".cm-content")).to_contain_text(f"# attempt {number}")
    page.get_by_role("button", name="Back to my draft").click()
    expect(page.locator(".cm-content")).to_contain_text("# mine")
    page.locator("button.language").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".cm-content")).to_contain_text("# mine")


def test_what_a_guest_wrote_does_not_replace_the_draft_of_an_account(visitor: Visitor) -> None:
    page = visitor.page
    visitor.enter(f"lise-{uuid4().hex[:8]}")
    visitor.go(PROBLEM)
    visitor.write("# the account's\n")
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    cookies = visitor.context.cookies()
    visitor.context.clear_cookies()
    page.reload()
    visitor.write("# a guest's\n")
    expect(page.locator("#draft-note")).to_contain_text("kept in this browser")
    visitor.context.add_cookies(cookies)  # type: ignore[arg-type]  # the same cookies, of two types
    page.reload()
    visitor.write("# the account's, continued\n")
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("# the account's, continued")
    page.get_by_role("button", name="Use the draft from before signing in").click()
    expect(page.locator(".cm-content")).to_contain_text("# a guest's")


def test_a_refused_attempt_leaves_the_one_before_it(learner: Visitor) -> None:
    page = learner.page
    held: list[Route] = []
    sent: list[Request] = []
    learner.go(PROBLEM)
    learner.write(RIGHT)
    page.route("**/live", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.keyboard.down("Control")
    with page.expect_request("**/live"):
        page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # As often as a held key repeats.
    page.keyboard.up("Enter")
    page.unroute("**/live")
    page.route("**/api/v1/problems/*/submissions", lambda route: route.fulfill(status=429, json=REFUSAL))
    page.keyboard.press("Enter")
    page.keyboard.up("Control")
    expect_verdict(page, "Accepted")
    expect(page.locator("#verdict-notice")).to_have_text("Too many: One at a time.")
    assert len(sent) == 2, "the first attempt and the refused one, but none from a key that repeats"


def test_a_message_outlives_the_end_of_a_sign_in(visitor: Visitor) -> None:
    page, question = visitor.page, f"Why {uuid4().hex}?\n\nReally."
    name = f"ada-{uuid4().hex[:8]}"
    visitor.enter(name)
    visitor.go(f"/problems/{SLUG}#solution")
    page.get_by_text("Give up and see it now").click()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("link", name="Questions about this kata").click()
    page.get_by_label("Your question").fill(question)
    visitor.context.clear_cookies()
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_text("What you wrote is kept in this tab.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Your question")).to_have_value(question)
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_text(question)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Your question")).to_have_value("")
