"""Signing up: the rules are shown beforehand and checked while one types, and nothing that was typed is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.conftest import PASSWORD, SLUG
from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.acceptance.conftest import Visitor

pytestmark = pytest.mark.browser


def test_what_is_refused_leaves_the_password_where_it_is(make_visitor: Callable[..., Visitor]) -> None:
    first, second = make_visitor(), make_visitor(width=390, height=844)
    name = f"grace-{uuid4().hex[:8]}"
    first.go("/signup")
    first.sign_up(name)
    expect(first.page.locator(".top")).to_contain_text(name)
    page = second.page
    second.go("/signup")
    hint = page.locator("#name-hint")
    expect(hint).to_contain_text("2 to 32 letters")
    page.get_by_label("Name").fill("a b")
    expect(hint).to_have_class("small")
    page.get_by_label("Password").fill("short")
    expect(hint).to_have_class("small misfits")
    assert find_violations(page) == []
    page.get_by_label("Name").fill(name)
    expect(hint).to_have_class("small fits")
    page.get_by_label("Password").fill(PASSWORD)
    expect(page.locator("#password-hint")).to_have_class("small fits")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#name-error")).to_contain_text("taken")
    expect(page.get_by_label("Password")).to_have_value(PASSWORD)
    expect(page.get_by_label("Name")).to_be_focused()
    assert find_violations(page) == []
    page.get_by_label("Name").fill(f"{name}-2")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".top")).to_contain_text(f"{name}-2")


def test_where_no_mails_are_sent_the_page_says_so(visitor: Visitor) -> None:
    visitor.go("/signin")
    visitor.page.get_by_role("link", name="Forgot your password?").click()
    expect(visitor.page.locator("main")).to_contain_text("This site can't send e-mail")
    expect(visitor.page.locator("main form")).to_have_count(0)


def test_questions_and_badges_are_for_everybody(make_visitor: Callable[..., Visitor]) -> None:
    visitor = make_visitor(width=390, height=844)
    page = visitor.page
    visitor.enter(f"ada-{uuid4().hex[:8]}")
    visitor.go(f"/problems/{SLUG}#solution")
    page.get_by_text("Give up and see it now").click()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("link", name="Questions about this kata").click()
    question = f"Why {uuid4().hex}?\nReally."
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Send the question").click()
    expect(page.get_by_text(question)).to_have_css("white-space", "pre-wrap")
    for place in ("", "/progress"):
        if place:
            visitor.go(place)
        assert find_violations(page, dark=True) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
