"""The editor's preferences, its shortcuts, and the learner's own calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.acceptance.conftest import SLUG
from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.acceptance.conftest import Visitor

pytestmark = pytest.mark.browser
PROBLEM: Final = f"/problems/{SLUG}"
RUN_MS: Final = 120_000
SOURCE: Final = f"from __future__ import annotations\n\n\ndef {SLUG}(seed, x):\n    return seed + x\n"


def test_a_question_mark_shows_the_shortcuts_but_not_while_one_types(visitor: Visitor) -> None:
    page = visitor.page
    for place in ("/", PROBLEM, "/scratchpad"):
        visitor.go(place)
        page.locator("#show-shortcuts").wait_for()
        page.locator("h1").first.click()
        page.keyboard.press("?")
        sheet = page.get_by_role("dialog", name="Shortcuts")
        expect(sheet).to_be_visible()
        assert find_violations(page) == []
        expect(sheet.get_by_text("Leave the editor")).to_have_count(0 if place == "/" else 1)
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    visitor.write("what?")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Shortcuts")).to_be_hidden()
    assert visitor.read_editor() == "what??"


def test_links_lead_to_the_editor_and_over_it(visitor: Visitor) -> None:
    page = visitor.page
    for place in (PROBLEM, "/scratchpad"):
        visitor.go(place)
        content = page.locator(".cm-content")
        content.wait_for()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the editor")).to_be_focused()
        page.keyboard.press("Enter")
        expect(content).to_be_focused()
        page.get_by_role("link", name="Skip over the editor").focus()
        expect(page.get_by_role("link", name="Skip over the editor")).to_be_in_viewport()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(content).not_to_be_focused()


def test_looks_are_chosen_and_kept(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(PROBLEM)
    page.locator("#view-menu summary").click()
    assert find_violations(page) == []
    page.get_by_label("Type size").select_option("20")
    page.get_by_label("Wrap long lines").check()
    page.get_by_label("Full window").check()
    for _ in range(2):
        expect(page.locator(".cm-content")).to_have_class("cm-content cm-lineWrapping")
        expect(page.locator(".cm-scroller")).to_have_css("font-size", "20px")
        expect(page.locator("header.top")).to_be_hidden()
        expect(page.locator("#reading")).to_be_hidden()
        expect(page.locator(".runbar")).to_be_in_viewport()
        page.reload()
    page.keyboard.press("Alt+z")
    expect(page.locator(".cm-lineWrapping")).to_have_count(0)
    page.locator("#view-menu summary").click()
    page.get_by_label("Full window").uncheck()
    expect(page.locator("#reading")).to_be_visible()


def test_a_guest_calls_the_function_with_values_of_their_own(make_visitor: Callable[..., Visitor]) -> None:
    visitor = make_visitor(width=390, height=844)
    page = visitor.page
    visitor.go(f"{PROBLEM}#statement")
    page.get_by_text("Code", exact=True).click()
    visitor.write(SOURCE)
    page.get_by_text("Read", exact=True).click()
    calls = page.get_by_label("Your own calls")
    calls.fill(f"y = {SLUG}(\n    1, 2)\ny\n{SLUG}(3, 4), '<b>'  # two\nprint('printed')\n")
    calls.press("Control+Enter")
    result = page.locator("#calls-result")
    expect(result.locator("pre")).to_have_text("3\n(7, '<b>')\nprinted\n", timeout=RUN_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert find_violations(page) == []
    page.reload()
    expect(calls).to_have_value(f"y = {SLUG}(\n    1, 2)\ny\n{SLUG}(3, 4), '<b>'  # two\nprint('printed')\n")
    expect(page.locator("#verdict-headline")).to_have_text("Not run yet")
