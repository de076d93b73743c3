"""Pages on a phone: what fingers press is large enough, and the list of a track is folded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from app.db.upgrade import upgrade
from app.kit.settings import Settings, prepare_data_directory
from tests.acceptance.conftest import Site
from tests.acceptance.test_access import find_violations
from tests.integration.app.conftest import StandInGrader, publish
from tests.integration.app.site import Site as ServedSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser]

KATAS: Final = ("double", "triple", "fourfold", "a_kata_with_a_rather_long_name")
GUESTS_PAGES: Final = ("/", "/?q=double", "/map", "/signin", "/signup", "/scratchpad")
MEMBERS_PAGES: Final = ("/", "/map", "/submissions", "/progress", "/account", "/scratchpad")
TABS: Final = ("lesson", "statement", "hints", "attempts", "solution")
FIND_SMALL_TARGETS: Final = """() => {
    const TARGET = 44, DENSE = 24;
    const dense = ".crumb, .concept, .attempts, .checks, .reason, .legend, .copy";
    const isWords = (node) => node.nodeType === Node.TEXT_NODE && /\\p{L}{2}/u.test(node.data);
    const isInSentence = (one) =>
        getComputedStyle(one).display === "inline" && [...one.parentElement.childNodes].some(isWords);
    const small = [];
    for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
        const pressed = one.closest("label") ?? one;
        const isHidden = !pressed.checkVisibility({visibilityProperty: true}) || pressed.closest(".skip, .skip-over");
        if (isHidden || isInSentence(one)) continue;
        const least = one.closest(dense) ? DENSE : TARGET;
        const {width, height} = pressed.getBoundingClientRect();
        if (Math.min(width, height) < least - 0.5) {
            small.push(`${Math.round(width)} x ${Math.round(height)}: ${one.outerHTML.slice(0, 120)}`);
        }
    }
    return small;
}"""
"""A script that lists what can be pressed but is less than 44 px wide or high, or 24 px in dense rows.

Links within sentences are as high as their line.
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield a server with a track of several katas. They are only read: nothing can be graded here."""
    folder = tmp_path_factory.mktemp("shelf")
    settings = Settings(
        data=folder / "data",
        problems=folder / "problems",
        requests_per_minute=0,
        address_requests_per_minute=0,
        password_memory_kib=64,
        password_passes=1,
        _env_file=None,
    )
    prepare_data_directory(settings)
    upgrade(settings.database_url)
    with ServedSite(settings, StandInGrader()) as served:
        services = served.application.state.services
        for place, slug in enumerate(KATAS, start=1):
            name = slug.replace("_", " ").capitalize()
            served.do(publish(services, slug, name=name, track_position=place))
        yield Site(settings.data, int(served.url.rpartition(":")[2]))


@pytest.fixture
def phone(make_visitor: Callable[..., Visitor], shelf: Site) -> Visitor:
    """Return a guest with a phone."""
    visitor = make_visitor(width=390, height=844)
    visitor.site = shelf
    return visitor


def check_kata(visitor: Visitor) -> None:
    """Check each part of a kata's page."""
    page = visitor.page
    visitor.go("/problems/triple")
    for tab in TABS:
        page.get_by_role("tab", name=tab.capitalize()).click()
        assert page.evaluate(FIND_SMALL_TARGETS) == [], tab
    page.get_by_text("Katas of this track").click()
    assert page.evaluate(FIND_SMALL_TARGETS) == []
    for view in ("Code", "Result"):
        page.get_by_text(view, exact=True).click()
        assert page.evaluate(FIND_SMALL_TARGETS) == [], view


def test_a_guests_targets_are_large_enough(phone: Visitor) -> None:
    for path in GUESTS_PAGES:
        phone.go(path)
        assert phone.page.evaluate(FIND_SMALL_TARGETS) == [], path
    check_kata(phone)
    phone.page.get_by_role("link", name="Submit").click()
    assert phone.page.evaluate(FIND_SMALL_TARGETS) == []


def test_a_members_targets_are_large_enough(phone: Visitor) -> None:
    phone.enter(f"ida-{uuid4().hex[:8]}")
    for path in MEMBERS_PAGES:
        phone.go(path)
        assert phone.page.evaluate(FIND_SMALL_TARGETS) == [], path
    check_kata(phone)


@pytest.mark.parametrize("width", [390, 1360], ids=["phone", "wide"])
def test_a_track_is_listed_and_folded_only_on_a_phone(
    make_visitor: Callable[..., Visitor], shelf: Site, width: int
) -> None:
    visitor = make_visitor(width=width)
    visitor.site = shelf
    page = visitor.page
    visitor.go("/problems/triple")
    siblings = page.get_by_role("navigation", name="Katas of this track")
    if width == 390:
        expect(siblings.get_by_role("link")).to_have_count(0)
        siblings.get_by_text("Katas of this track").click()
    else:
        expect(siblings.get_by_text("Katas of this track")).to_be_hidden()
    expect(siblings.get_by_role("link")).to_have_count(len(KATAS))
    expect(siblings.get_by_role("link", name="Triple")).to_have_attribute("aria-current", "page")
    assert find_violations(page) == []
    siblings.get_by_role("link", name="Fourfold").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Fourfold")
