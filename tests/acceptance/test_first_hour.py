"""The first hour in Chromium, as one story: run and break a kata as a guest, sign up, solve three, share, come back.

`test_firefox.py` has the same story in Firefox.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.conftest import FIRST_KATAS, PASSWORD, read_solution
from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.acceptance.conftest import Site, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox, pytest.mark.timeout(600)]

FIRST, *OTHERS = FIRST_KATAS
VERDICT_MS: Final = 90_000
PHONE: Final = 375
"""The width of a small phone, in pixels."""


@pytest.fixture(scope="session")
def site(first_site: Site) -> Site:
    """Return the site with the first katas, for the visitors of this file."""
    return first_site


def wait_for_verdict(page: Page, text: str) -> None:
    expect(page.locator("#verdict-headline")).to_contain_text(text, timeout=VERDICT_MS)


def test_the_first_hour(make_visitor: Callable[..., Visitor]) -> None:
    visitor = make_visitor()
    name = f"emmy-{uuid4().hex[:8]}"
    arrive_and_run(visitor)
    break_it(visitor)
    sign_up(visitor, name)
    solve_all(visitor)
    card = share(visitor)
    open_card(make_visitor(), card, name)
    come_back(make_visitor(width=PHONE, height=667), card, name)


def arrive_and_run(visitor: Visitor) -> None:
    """Run the first kata as a guest."""
    page = visitor.page
    visitor.go("/")
    expect(page.locator(".about")).to_contain_text("3 katas")
    page.locator(".beginnings a").first.click()
    page.wait_for_url(f"**/problems/{FIRST}")
    visitor.write(read_solution(FIRST))
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page, "Accepted on the samples")


def break_it(visitor: Visitor) -> None:
    """Break the numbers, and then the syntax, which the editor notices by itself."""
    page = visitor.page
    visitor.write(read_solution(FIRST).replace("fill_value=-1", "fill_value=0"))
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page, "Wrong answer")
    expect(page.locator("#verdict-picture")).to_contain_text("Expected")
    visitor.write(read_solution(FIRST).replace("fill_value=-1)", "fill_value=-1"))
    expect(page.locator(".cm-problem-line")).to_contain_text("never closed")
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page, "The file could not be graded")
    expect(page.locator("#verdict-message")).to_contain_text("Show line 3")


def sign_up(visitor: Visitor, name: str) -> None:
    """Sign up over the editor, which keeps the draft and the cursor."""
    page = visitor.page
    visitor.write(read_solution(FIRST))
    page.keyboard.press("Control+Home")
    page.keyboard.insert_text("# mine\n")
    page.keyboard.press("Control+Shift+Enter")
    visitor.fill_dialog(name)
    page.get_by_role("dialog").get_by_role("button", name="Sign up").click()
    expect(page.locator(".top")).to_contain_text(name)
    expect(page.locator(".cm-content")).to_be_focused()
    assert visitor.read_editor().split() == ["#", "mine", *read_solution(FIRST).split()]


def solve_all(visitor: Visitor) -> None:
    """Solve three katas, each after the one before it, and read our solution of the last."""
    page = visitor.page
    page.keyboard.press("Control+Shift+Enter")
    wait_for_verdict(page, "✓ Accepted")
    expect(page.locator(".moment")).to_contain_text("What you learnt: array updates.")
    for slug in OTHERS:
        page.locator(".onward a").click()
        page.wait_for_url(f"**/problems/{slug}")
        visitor.write(read_solution(slug))
        page.keyboard.press("Control+Shift+Enter")
        wait_for_verdict(page, "✓ Accepted")
    expect(page.locator(".onward")).to_contain_text("You have solved every kata here.")
    assert find_violations(page) == []
    page.get_by_role("link", name="Our solution").click()
    expect(page.locator(".line-notes dt")).to_have_count(3)
    expect(page.locator(".line-notes")).to_contain_text("Python runs loss once")
    assert find_violations(page) == []


def share(visitor: Visitor) -> str:
    """Make a link to the result; return the path of its card."""
    page = visitor.page
    page.get_by_role("link", name="Share the result").click()
    page.locator("#sharing form[action$='/link'] button").click()
    card = page.locator("#sharing a[href^='/cards/']").first.get_attribute("href")
    assert card
    return card


def open_card(friend: Visitor, card: str, name: str) -> None:
    """Open the card as somebody else, who sees no name."""
    friend.go(card)
    expect(friend.page.locator(".verdict.card")).to_be_visible()
    expect(friend.page.locator("main")).not_to_contain_text(name)
    picture = friend.page.request.get(f"{friend.site.url}{card}/picture.png")
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")


def come_back(phone: Visitor, card: str, name: str) -> None:
    """Sign in on a phone: everything is there, and nothing is wider than the window."""
    page = phone.page
    phone.go("/signin")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#count")).to_contain_text("3 solved")
    for path in ("/", f"/problems/{FIRST}", f"/problems/{FIRST}#solution", "/progress", card):
        phone.go(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    phone.go(f"/problems/{FIRST}")
    page.get_by_text("Result", exact=True).click()
    wait_for_verdict(page, "✓ Accepted")
    page.get_by_text("Code", exact=True).click()
    expect(page.locator(".cm-content")).to_contain_text("# mine")
    assert find_violations(page) == []
