"""The pages of courses with an empty, a small and a large class: axe finds nothing, and no page is too wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.http.requests import SESSION_COOKIE
from app.web.assets import Assets
from bench.school import CLASSES, School, open_school
from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

LOOKS = {
    "wide": {"viewport": {"width": 1360, "height": 900}, "color_scheme": "light"},
    "phone in German": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "de-DE"},
}


@pytest.fixture(scope="module")
def school() -> Iterator[School]:
    """Yield a running site with the three courses."""
    if not Assets().built:
        pytest.skip("the front end isn't built: run `make setup`")
    with open_school() as found:
        yield found


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("class_", CLASSES)
def test_every_page_is_for_everybody(browser: Browser, school: School, class_: str, look: str) -> None:
    context = browser.new_context(**LOOKS[look])  # type: ignore[arg-type]
    page = context.new_page()
    errors: list[str] = []
    context.on("weberror", lambda found: errors.append(str(found.error)))
    context.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
    found = []
    for name, path in school.pages[class_].items():
        context.add_cookies([{"name": SESSION_COOKIE, "value": school.find_session(class_, name), "url": school.url}])
        answer = page.goto(school.url + path)
        assert answer is not None
        assert answer.status == 200, path
        found += [f"{name}: {one}" for one in find_violations(page, dark=look == "wide")]
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(f"{name} is wider than the screen")
    context.close()
    assert found == []
    assert errors == []


def test_the_keyboard_reaches_every_grade(browser: Browser, school: School) -> None:
    """The large gradebook scrolls by keys, and each name and each filter has the focus in turn."""
    context = browser.new_context(viewport={"width": 800, "height": 600})
    context.add_cookies([{"name": SESSION_COOKIE, "value": school.teacher, "url": school.url}])
    page = context.new_page()
    page.goto(school.url + school.pages["large"]["grades"])
    page.get_by_label("Name or number").focus()
    page.keyboard.type("müller")
    page.keyboard.press("Enter")
    page.wait_for_url("**search=m**")
    names = page.locator(".gradebook tbody th a")
    assert 0 < names.count() <= 50
    assert all("Müller" in name for name in names.all_inner_texts())
    table = page.locator(".gradebook")
    table.focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.gradebook').scrollLeft > 100")
    page.keyboard.press("Tab")
    assert names.first.evaluate("one => one === document.activeElement")
    page.keyboard.press("Enter")
    page.wait_for_url("**/students/*")
    assert page.get_by_text("You see the course as this student does.").is_visible()
    context.close()
