"""Accessibility of the pages: axe finds nothing, the keyboard is enough, nothing moves, and nothing is lost."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pyotp
import pytest
from playwright.sync_api import Error, Page, expect

from tests.acceptance.conftest import PASSWORD
from tests.acceptance.moments import COPIED_MS, prolong_timers

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Frame, Route, StorageState

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

ROOT: Final = Path(__file__).resolve().parents[2]
PROBLEM: Final = "/problems/jit_forward"
SOLUTIONS: Final = ROOT / "reference_solutions" / "jit_forward"
REWRAPPED: Final = (SOLUTIONS / "rejected" / "wrapped_in_loop.py").read_text("utf-8")
VERDICT_MS: Final = 90_000
PLACES: Final = (
    "/",
    "/?q=zzyzx",
    "/map",
    "/signin",
    "/signup",
    "/forgot",
    "/account",
    "/no-such-page",
    "/docs",
    "/account/tokens",
    "/account/webhooks",
    "/device?code=none",
    PROBLEM,
)
TABS: Final = ("statement", "hints", "attempts", "solution")
WATCH_SHIFTS: Final = """() => {
    window.shifted = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            window.shifted += entry.value;
            for (const {node, previousRect, currentRect} of entry.sources)
                window.moved.push(`${node?.outerHTML?.slice(0, 80)} ${previousRect.y} ${currentRect.y}`);
        }
    }).observe({type: "layout-shift", buffered: true});
}"""
FIND_VIOLATIONS: Final = """async (rules) => {
    const {violations} = await axe.run(document, {resultTypes: ["violations"], ...(rules && {runOnly: rules})});
    return violations.map(({id, nodes: [first]}) => `${id}: ${first.html.slice(0, 200)}`);
}"""
"""Only what is wrong crosses from the browser to here; all that axe finds is large."""
COLOUR_RULES: Final = ("color-contrast", "link-in-text-block")
"""The rules of axe that depend on colours; nothing else of a page differs between light and dark."""
LEAST_SHIFT: Final = 0.01
"""The shift if a script adds a button's width to the header; moving the editor's border by 5 pixels is 0.09."""


@functools.cache
def read_axe() -> str:
    return (ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def find_violations(page: Page | Frame, *, dark: bool = False) -> list[str]:
    """Return what axe finds wrong with the page as it stands, each with its first element.

    With `dark`, the page, which is light, is also looked at in dark colours.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(read_axe())
    found = list(page.evaluate(FIND_VIOLATIONS))
    if dark:
        top = page if isinstance(page, Page) else page.page
        top.emulate_media(color_scheme="dark", reduced_motion="reduce")  # colours change at once, from now on
        found += [f"in dark: {one}" for one in page.evaluate(FIND_VIOLATIONS, COLOUR_RULES)]
        top.emulate_media(color_scheme="light")
    return found


def wait_for_verdict(page: Page) -> None:
    page.wait_for_selector("#verdict:is([data-tone=good], [data-tone=bad])", timeout=VERDICT_MS)


def test_axe_finds_nothing(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> None:
    stranger, learner = make_visitor(), make_visitor(state=signed_in)
    for visitor in (stranger, learner):
        for place in PLACES:
            visitor.go(place)
            assert find_violations(visitor.page, dark=True) == [], place
        for tab in TABS:  # of the problem, which is the last place
            visitor.page.get_by_role("tab", name=tab.capitalize()).click()
            assert find_violations(visitor.page, dark=True) == [], tab
    page = learner.page
    learner.write(REWRAPPED)
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page)
    page.get_by_role("tab", name="Attempts").click()
    assert find_violations(page, dark=True) == []
    page.locator(".attempts a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Run")
    assert find_violations(page, dark=True) == []


@pytest.mark.parametrize("width", [1440, 1100, 390])
def test_nothing_moves_while_a_page_loads(make_visitor: Callable[..., Visitor], width: int) -> None:
    """Measured by the browser's own layout shift score, of which up to 0.1 is considered good."""
    visitor = make_visitor(width=width)
    page = visitor.page
    page.add_init_script(f"({WATCH_SHIFTS})()")
    for place in ("/", PROBLEM, "/map", "/scratchpad", "/signin"):
        visitor.go(place)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.shifted") < LEAST_SHIFT, (place, page.evaluate("window.moved"))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_second_factor(make_visitor: Callable[..., Visitor], *, scripts: bool) -> None:
    visitor = make_visitor(width=390, height=844, scripts=scripts)
    page, name = visitor.page, f"ada-{uuid4().hex[:8]}"
    visitor.enter(name)
    visitor.go("/account")
    page.locator("#factor-password").fill(PASSWORD)
    page.get_by_role("button", name="Switch it on").click()
    expect(page.get_by_role("img", name="The key as a QR code")).to_be_visible()
    violations = find_violations(page) if scripts else []
    totp = pyotp.TOTP(page.locator("main p code").inner_text())
    page.get_by_label("Code", exact=True).fill(totp.now())
    page.get_by_role("button", name="Switch it on").click()
    expect(page.locator(".codes code")).to_have_count(10)
    code = page.locator(".codes code").first.inner_text()
    page.get_by_role("button", name="Sign out").click()
    visitor.go("/signin")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main button").click()
    violations += find_violations(page) if scripts else []
    page.get_by_label("Code", exact=True).fill(code)
    page.locator("main button").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    assert violations == []


def test_axe_finds_nothing_on_a_phone(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> None:
    visitor = make_visitor(width=390, height=844, state=signed_in)
    for place in ("/", PROBLEM):
        visitor.go(place)
        assert find_violations(visitor.page) == [], place
    visitor.page.get_by_text("Code", exact=True).click()
    assert find_violations(visitor.page) == []


def test_a_phone_shows_the_latest_days(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> None:
    visitor = make_visitor(width=390, height=844, state=signed_in)
    visitor.go("/progress")
    expect(visitor.page.locator(".calendar rect").last).to_be_in_viewport()


def test_the_keyboard_is_enough(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    border = page.get_by_role("separator", name="Width of the text")
    border.focus()
    before = border.get_attribute("aria-valuenow")
    page.keyboard.press("ArrowRight")
    after = border.get_attribute("aria-valuenow")
    assert after != before
    page.reload()
    expect(border).to_have_attribute("aria-valuenow", str(after))
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("import jax.numpy as jnp\njnp.linsp")
    expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("linspace")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator(".cm-content")).not_to_be_focused()


def test_the_verdict_is_announced(visitor: Visitor) -> None:
    visitor.go(PROBLEM)
    head = visitor.page.locator("#verdict-head")
    expect(head).to_have_attribute("aria-live", "polite")
    expect(head.get_by_role("heading")).to_have_text("Not run yet")


def test_colours_are_chosen_and_remembered(visitor: Visitor) -> None:
    page = visitor.page
    read = "getComputedStyle(document.documentElement).colorScheme"
    visitor.go("/")
    assert page.evaluate(read) == "light dark"
    page.locator("#scheme").click()
    page.locator("#scheme").click()
    assert page.evaluate(read) == "dark"
    visitor.go("/signin")
    assert page.evaluate(read) == "dark"
    page.locator("#scheme").click()
    assert page.evaluate(read) == "light dark"


def test_the_list_is_searched_with_and_without_scripts(make_visitor: Callable[..., Visitor]) -> None:
    for scripts in (True, False):
        visitor = make_visitor(scripts=scripts)
        page = visitor.page
        visitor.go("/")
        page.get_by_label("Search").fill("zzyzx")
        if not scripts:
            page.get_by_role("button", name="Filter").click()
        expect(page.locator("#results")).to_contain_text("No kata matches")
        page.get_by_label("Search").fill("cache")
        if not scripts:
            page.get_by_role("button", name="Filter").click()
        expect(page.locator("#results")).to_contain_text("nnx.jit: compile a layer once")
        assert page.url.endswith("q=cache") or "q=cache&" in page.url


def test_a_slow_answer_does_not_replace_a_newer_one(visitor: Visitor) -> None:
    page = visitor.page
    held: list[Route] = []
    visitor.go("/")
    page.route("**/?q=nothing", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    search = page.get_by_role("searchbox")
    with page.expect_request("**/?q=nothing"):
        search.fill("nothing")
    search.fill("jit")
    expect(page.locator("#count")).to_contain_text("1 of ")
    with contextlib.suppress(Error):  # The request may be gone already, which is what we want.
        held[0].fulfill(body='<div id="results"><p id="count">0 of 2</p></div>', content_type="text/html")
    page.wait_for_timeout(500)
    expect(page.locator("#count")).to_contain_text("1 of ")


def test_formulas_are_drawn(visitor: Visitor) -> None:
    visitor.go(PROBLEM)
    visitor.page.locator("#lesson .tex").last.scroll_into_view_if_needed()
    expect(visitor.page.locator("#lesson math")).to_have_count(2)
    expect(visitor.page.locator("#lesson mfrac")).to_be_visible()


def test_who_works_on_an_older_version_is_offered_the_newer_one(learner: Visitor) -> None:
    page = learner.page

    def answer_with_the_next_version(route: Route) -> None:
        made = route.fetch().json()
        route.fulfill(json=made | {"version": made["version"] + 1})

    learner.go(PROBLEM)
    learner.write("# mine\n")
    page.route("**/api/v1/problems/*/submissions", answer_with_the_next_version)
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page)
    learner.write("# mine, written since\n")  # The offer stays.
    with page.expect_navigation():
        page.get_by_role("button", name="The kata has changed: load its newest version").click()
    expect(page.locator(".cm-content")).to_contain_text("# mine, written since")


def test_an_earlier_attempt_is_restored(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    learner.write("# an attempt to come back to\n")
    page.keyboard.press("Control+Enter")
    wait_for_verdict(page)
    learner.write("# something else\n")
    page.get_by_role("tab", name="Attempts").click()
    page.get_by_role("link", name="Restore").first.click()
    expect(page.locator(".cm-content")).to_contain_text("# an attempt to come back to")


def test_code_of_lessons_is_copied(visitor: Visitor) -> None:
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.go(PROBLEM)
    page.evaluate(prolong_timers(COPIED_MS))
    block = page.locator("#lesson .copyable").first
    block.hover()
    button = block.get_by_role("button", name="Copy")
    button.click()
    expect(block.locator("button.copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == block.locator("pre").text_content()


def test_the_editor_has_the_colours_of_the_page_without_a_style_element(make_visitor: Callable[..., Visitor]) -> None:
    """The page's own styles don't apply in the shadow root, so it must contain those that the editor needs."""
    for dark in (False, True):
        visitor = make_visitor(dark=dark)
        page = visitor.page
        visitor.go(PROBLEM)
        page.locator(".cm-content").click()
        page.keyboard.press("Control+f")
        for inside, outside, name in (
            (".cm-editor", "body", "color"),
            (".cm-gutters", "html", "background-color"),
            (".cm-panels", "#verdict", "background-color"),
            (".cm-search .cm-button >> nth=0", ".runbar [name=mode][value=run]", "border-top-color"),
        ):
            wanted = page.locator(outside).evaluate(f"one => getComputedStyle(one).getPropertyValue('{name}')")
            expect(page.locator(inside)).to_have_css(name, str(wanted))
        assert page.locator("style").count() == 0
        assert page.evaluate("document.querySelector('#editor').shadowRoot.adoptedStyleSheets.length") == 2


def test_typing_replaces_what_is_selected(visitor: Visitor) -> None:
    """If the browser did it by itself, it would style the new text, which the page's policy refuses with an error."""
    page = visitor.page
    visitor.go(PROBLEM)
    visitor.write("def f(x):\n    return 'abc'")
    page.locator(".cm-problem-line").wait_for(state="attached")  # The editing aids are there, which close brackets.
    page.keyboard.press("Shift+Home")
    page.keyboard.type("(")
    expect(page.locator(".cm-line").last).to_have_text("    (return 'abc')")
    page.keyboard.press("Control+a")
    page.keyboard.type("y")
    assert visitor.read_editor() == "y"
    page.keyboard.press("Control+z")
    assert "return 'abc'" in visitor.read_editor()


def test_the_keys_of_vim_and_emacs_are_a_choice_that_is_remembered(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(PROBLEM)
    visitor.write("one two\n")
    page.get_by_label("Keys").select_option("Vim")
    expect(page.locator(".cm-vim-panel")).to_be_visible()
    page.reload()
    expect(page.locator(".cm-vim-panel")).to_be_visible()
    page.locator(".cm-content").click()
    page.keyboard.type("ggdwix y z ")
    page.keyboard.press("Escape")
    expect(page.locator(".cm-line").first).to_have_text("x y z two")
    page.get_by_label("Keys").select_option("Emacs")
    expect(page.locator(".cm-vim-panel")).to_have_count(0)
    page.locator(".cm-line").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+k")
    expect(page.locator(".cm-line").first).to_have_text("")
