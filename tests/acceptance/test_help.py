"""The documentation site in a real browser: in light and dark, on a phone, with its search, and from a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.acceptance.test_pages import FIND_FAINT_TEXT, PROBLEM, REWRAPPED, expect_verdict
from tests.help_site import provide_site

if TYPE_CHECKING:
    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]  # The site may have to be built first.

PAGES: Final = (
    "/help/",
    "/help/codes/jit.rewrapped",
    "/help/checks/sharding",
    "/help/settings",
    "/help/interface/courses",
)


@pytest.fixture(scope="module", autouse=True)
def _built() -> None:
    provide_site()


@pytest.mark.parametrize("path", PAGES)
def test_pages_can_be_read_by_day_by_night_and_on_a_phone(visitor: Visitor, path: str) -> None:
    page = visitor.page
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.on("requestfailed", lambda request: failed.append(request.url))
    visitor.go(path)
    expect(page.locator("h1")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(FIND_FAINT_TEXT) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".mobile-header label.nav-overlay-icon").click()
    expect(page.get_by_role("link", name="Reason codes").first).to_be_in_viewport()
    assert failed == []
    assert visitor.context.cookies() == []


def test_colours_follow_the_choice_on_other_pages_and_the_button(visitor: Visitor) -> None:
    visitor.go("/help/")
    visitor.page.evaluate("localStorage.setItem('jaxdojo:scheme', 'dark')")
    visitor.page.reload()
    expect(visitor.page.locator("body")).to_have_attribute("data-theme", "dark")
    visitor.page.locator(".theme-toggle-content button").click()
    expect(visitor.page.locator("body")).to_have_attribute("data-theme", "light")
    visitor.go("/")
    expect(visitor.page.locator("html")).to_have_attribute("data-scheme", "light")


def test_the_search_finds_a_code_in_the_browser(visitor: Visitor) -> None:
    visitor.go("/help/")
    visitor.page.get_by_placeholder("Search").fill("rewrapped")
    visitor.page.keyboard.press("Enter")
    found = visitor.page.locator("ul.search li")
    expect(found.first).to_be_visible()
    visitor.page.get_by_role("link", name="jit.rewrapped", exact=True).click()
    expect(visitor.page.locator("h1")).to_contain_text("jit.rewrapped")


@pytest.mark.sandbox
def test_a_verdict_leads_to_its_code_and_back_to_the_katas(visitor: Visitor) -> None:
    visitor.go(PROBLEM)
    visitor.write(REWRAPPED)
    visitor.page.locator('button[name="mode"][value="run"]').click()
    expect_verdict(visitor.page, "Right answer, wrong way")
    visitor.page.locator("#verdict-message .reason a").click()
    expect(visitor.page).to_have_url(f"{visitor.site.url}/help/codes/jit.rewrapped")
    expect(visitor.page.get_by_role("heading", name="What to do")).to_be_visible()
    visitor.page.get_by_role("link", name="To the katas").click()
    expect(visitor.page).to_have_url(f"{visitor.site.url}/")


def test_the_map_leads_to_concepts(visitor: Visitor) -> None:
    visitor.go("/map")
    visitor.page.get_by_role("link", name="nnx.jit", exact=True).click()
    expect(visitor.page.locator("h1")).to_contain_text("nnx.jit")
