"""Signing up: the rules stand there before, are checked while one types, and nothing that was typed is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.conftest import PASSWORD
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
    expect(visitor.page.locator("main")).to_contain_text("This site sends no e-mails")
    expect(visitor.page.locator("main form")).to_have_count(0)
