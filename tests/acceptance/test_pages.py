"""What people do with the pages, in a real browser."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import ANY
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from bench.web import SETTLE_MS, WATCH_SHIFTS, read_shift
from tests.acceptance.moments import sleep_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, StorageState

    from tests.acceptance.conftest import Site, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

PROBLEM: Final = "/problems/jit_forward"
SOLUTIONS: Final = Path(__file__).resolve().parents[2] / "reference_solutions" / "jit_forward"
LONG_SENTENCE: Final = (SOLUTIONS / "rejected" / "numpy_twin.py").read_text("utf-8")
RIGHT: Final = (SOLUTIONS / "accepted" / "canonical.py").read_text("utf-8")
REWRAPPED: Final = (SOLUTIONS / "rejected" / "wrapped_in_loop.py").read_text("utf-8")
VERDICT_MS: Final = 90_000

PLACES: Final = ("Place 2 in the queue", "Next in the queue")
WATCH_HEAD: Final = """() => {
    window.said = [];
    const head = document.querySelector("#verdict-head");
    new MutationObserver(() => window.said.push(head.textContent)).observe(head, {childList: true, subtree: true});
}"""
WATCH_PICTURE: Final = """() => {
    window.drawnEarly = false;
    new MutationObserver(() => {
        window.drawnEarly ||= document.querySelector("#verdict[data-tone=busy] .timeline")?.checkVisibility() ?? false;
    }).observe(document.querySelector("#verdict"), {attributes: true, childList: true, subtree: true});
}"""

FIND_FAINT_TEXT: Final = """() => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const read = (colour, below) => {
        canvas.fillStyle = `rgb(${below.join(" ")})`;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const backdrop = (element) => {
        const below = element.parentElement === null ? [255, 255, 255] : backdrop(element.parentElement);
        return read(getComputedStyle(element).backgroundColor, below);
    };
    const light = (colour) => {
        const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = colour.map((c) => linear(c / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (walker.currentNode.data.trim() === "" || !element.checkVisibility() || element.closest("script")) continue;
        const behind = backdrop(element);
        const [high, low] = [light(behind), light(read(getComputedStyle(element).color, behind))].sort((a, b) => b - a);
        const ratio = (high + 0.05) / (low + 0.05);
        if (ratio < 4.5) faint.push(`${ratio.toFixed(2)} ${element.className} ${walker.currentNode.data.trim()}`);
    }
    return faint;
}"""


def expect_verdict(page: Page, headline: str) -> None:
    expect(page.locator("#verdict-headline")).to_contain_text(headline, timeout=VERDICT_MS)


def test_anonymous_reader_sees_list_and_problem(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_role("link", name="nnx.jit: compile a layer once", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("nnx.jit: compile a layer once")
    expect(page.locator("#lesson")).to_be_visible()
    page.get_by_role("tab", name="Statement").click()
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#statement table")).to_contain_text("num_calls")
    expect(page.locator("#statement")).to_contain_text("sample-1")
    page.get_by_role("link", name="Submit").click()
    expect(page.get_by_role("dialog")).to_contain_text("You need an account for this")


def test_tabs_work_by_keyboard_and_by_address(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(f"{PROBLEM}#statement")
    tab = page.get_by_role("tab", name="Statement")
    expect(tab).to_have_attribute("aria-selected", "true")
    tab.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Hints")).to_be_focused()
    expect(page.locator("#hints")).to_be_visible()
    assert page.url.endswith("#hints")


def test_hints_open_one_after_the_other_and_stay_open(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(f"{PROBLEM}#hints")
    expect(page.locator("#hints")).to_contain_text("Sign in")
    expect(page.locator(".hint")).to_have_count(0)
    page.locator("#hints").get_by_role("link", name="Sign in").click()
    expect(page.get_by_role("dialog")).to_contain_text("We record which hints you open")
    visitor.fill_dialog(f"mary-{uuid4().hex[:8]}")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#hints")).to_contain_text("Hint 2 opens after the previous one")
    page.get_by_text("Hint 1 of 3").click()
    page.get_by_role("button", name="Show hint 1").click()
    expect(page.locator(".hint h2")).to_be_focused()
    page.get_by_text("Hint 2 of 3").click()
    expect(page.get_by_role("button", name="Show hint 2")).to_be_visible()
    page.reload()
    expect(page.locator(".hint")).to_have_count(1)


def test_giving_up_shows_the_solution(visitor: Visitor) -> None:
    page = visitor.page
    visitor.enter(f"emmy-{uuid4().hex[:8]}")
    visitor.go(f"{PROBLEM}#solution")
    expect(page.locator("#solution pre")).to_have_count(0)
    page.get_by_text("Give up and see it now").click()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#solution pre")).to_contain_text("nnx.jit")


def test_sign_up_says_what_is_wrong_and_leads_back(visitor: Visitor) -> None:
    page = visitor.page
    name = f"grace-{uuid4().hex[:8]}"
    visitor.go(PROBLEM)
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#password-error")).to_contain_text("characters")
    expect(page.get_by_label("Name")).to_have_value(name)
    visitor.sign_up(name)
    page.wait_for_url(f"**{PROBLEM}")
    expect(page.locator(".top")).to_contain_text(name)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#password-error")).to_be_visible()


def test_starter_runs(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    page.get_by_role("button", name="Reset").click()
    page.locator("button[name=mode][value=run]").click()
    expect(page.locator("#verdict")).to_have_attribute("data-tone", "bad", timeout=VERDICT_MS)
    expect(page.locator("#verdict-message")).not_to_be_empty()


def test_right_solution_is_accepted_case_by_case(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    learner.write(RIGHT)
    page.evaluate(WATCH_HEAD)
    page.keyboard.press("Control+Shift+Enter")
    expect_verdict(page, "Accepted")
    assert len([said for said in page.evaluate("window.said") if "cases done" in said]) > 1
    expect(page.locator(".case")).to_have_count(3)
    expect(page.locator(".case").last).to_contain_text("8 hidden cases")
    expect(page.locator(".case.fail")).to_have_count(0)
    expect(page.locator("#verdict-more")).not_to_have_attribute("open", "")
    expect(page.locator(".moment")).to_contain_text("What you learnt")
    expect(page.locator(".timeline").first).to_contain_text("1 trace")
    expect(page.locator(".timeline").first).to_contain_text("cached")
    expect(page.locator("#verdict-checks")).to_contain_text("traces 10/10")
    expect(page.locator("#solved")).to_contain_text("solved")
    page.reload()
    expect_verdict(page, "Accepted")
    expect(page.locator(".moment")).to_be_visible()
    page.get_by_role("tab", name="Solution").click()
    expect(page.locator("#solution pre")).to_contain_text("nnx.jit")
    learner.go("/")
    expect(page.locator(".problems .solved")).to_have_count(1)
    learner.go("/map")
    expect(page.locator("main")).to_contain_text("1 of 1 solved")


@pytest.mark.parametrize("delay_s", [0, 0.4])
def test_nothing_moves_when_a_verdict_arrives(learner: Visitor, delay_s: float) -> None:
    """The verdict's sentence is five lines long. In a slow run, there is a picture below it before it arrives."""
    page = learner.page
    learner.go(PROBLEM)
    head, line, rest = LONG_SENTENCE.partition("def jit_forward(seed, x, features, num_calls):\n")
    learner.write(f"{head}{line}    import time; time.sleep({delay_s})\n{rest}")
    page.wait_for_timeout(SETTLE_MS)
    page.evaluate(WATCH_SHIFTS)
    page.evaluate(WATCH_PICTURE)
    page.keyboard.press("Control+Enter")
    expect_verdict(page, "Right answer, wrong way")
    expect(page.locator("#verdict-picture .timeline")).to_be_visible()
    assert page.evaluate("window.drawnEarly") or not delay_s
    assert read_shift(page) == 0


def test_the_line_is_marked_after_a_reload_and_found_where_the_text_has_changed(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    learner.write(REWRAPPED)
    page.keyboard.press("Control+Enter")
    expect_verdict(page, "Right answer, wrong way")
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    page.reload()
    expect_verdict(page, "Right answer, wrong way")
    expect(page.locator(".cm-line.cm-marked")).to_contain_text("nnx.jit(forward)")
    expect(page.locator(".excerpt")).to_be_hidden()
    learner.write("# something else\n")
    expect(page.locator("#draft-note")).to_contain_text("Draft saved")
    page.reload()
    expect(page.locator(".cm-line.cm-marked")).to_have_count(0)
    expect(page.locator(".excerpt")).to_be_visible()
    expect(page.locator(".excerpt")).to_contain_text("nnx.jit(forward)")
    page.locator("#verdict-head").get_by_role("link", name="Show line").click()
    page.wait_for_url("**/submissions/*#line-*")
    page.get_by_role("link", name="Back to the verdict").click()
    expect(page.locator("#verdict")).to_be_in_viewport()


def test_rewrapped_function_is_explained_at_its_line(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    learner.write(REWRAPPED)
    page.get_by_role("button", name="Submit").click()
    expect_verdict(page, "Right answer, wrong way")
    expect(page.locator("#verdict-message")).to_contain_text("traced")
    expect(page.locator(".cm-line.cm-marked")).to_contain_text("nnx.jit(forward)")
    number = page.locator(".cm-marked-gutter").inner_text()
    remark = page.locator(".cm-line.cm-remark")
    expect(remark).to_contain_text("nnx.jit(forward)")
    expect(remark).to_have_attribute("title", re.compile("wrapped in jit inside a loop"))
    expect(page.locator("#verdict-head").get_by_role("link", name=f"Show line {number}")).to_be_visible()
    expect(page.locator("#verdict-checks .fail")).to_contain_text(["✗"])
    # The marker moves with its line.
    page.locator(".cm-line").first.click()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-marked-gutter")).to_have_text(str(int(number) + 1))
    expect(page.locator(".cm-line.cm-marked")).to_contain_text("nnx.jit(forward)")


def test_the_place_in_the_queue_is_told_while_it_waits(visitor: Visitor) -> None:
    """Two sleep, one in each worker; a third waits for the shorter one to end, and the visitor's submission is next."""
    page = visitor.page
    visitor.enter(f"rosa-{uuid4().hex[:8]}")
    visitor.go(PROBLEM)
    visitor.write(RIGHT)
    page.evaluate(WATCH_HEAD)
    for seconds in (5, 11, 11):
        page.request.post(
            f"{visitor.site.url}/api/v1{PROBLEM}/submissions",
            data={"source": RIGHT + sleep_once(seconds), "mode": "run"},
            headers={"Origin": visitor.site.url},
        )
    page.keyboard.press("Control+Enter")
    expect_verdict(page, "Accepted")
    said = page.evaluate("window.said")
    told = [next((number for number, text in enumerate(said) if place in text), -1) for place in PLACES]
    assert 0 <= told[0] < told[1]
    assert all(one != next_ for one, next_ in pairwise(said)), "a screen reader announces nothing twice"


def test_what_a_submission_prints_stays_text(learner: Visitor) -> None:
    page = learner.page
    hostile = "<img src=x onerror='document.title=1'>"
    learner.go(PROBLEM)
    learner.write(f'print("{hostile}")\nraise ValueError("{hostile}")\n')
    page.keyboard.press("Control+Enter")
    expect_verdict(page, "raised an error")
    expect(page.locator("#verdict")).to_contain_text(hostile)
    expect(page.locator("#verdict img")).to_have_count(0)


def test_submitting_works_without_scripts(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> None:
    visitor = make_visitor(scripts=False, state=signed_in)
    page = visitor.page
    visitor.go(PROBLEM)
    page.locator("#source").fill(RIGHT)
    page.get_by_role("button", name="Submit").click()
    page.wait_for_url("**/submissions/*")
    heading = page.get_by_role("heading", level=2).first
    expect(heading).to_contain_text("Accepted", timeout=VERDICT_MS)
    expect(page.locator(".case")).to_have_count(3)
    expect(page.locator(".source")).to_contain_text("def jit_forward")


def test_text_has_contrast(learner: Visitor) -> None:
    page = learner.page

    def check(*, dark: bool) -> None:
        page.emulate_media(color_scheme="dark" if dark else "light")
        lightness = page.evaluate(
            "Number(/oklch\\(([0-9.]+)/.exec(getComputedStyle(document.documentElement).backgroundColor)[1])"
        )
        assert (lightness < 0.5) is dark
        assert page.evaluate(FIND_FAINT_TEXT) == []

    for path in ("/", PROBLEM, f"{PROBLEM}#statement", "/no-such-page"):
        learner.go(path)
        for dark in (False, True):
            check(dark=dark)
    learner.go(PROBLEM)
    learner.write(REWRAPPED)
    page.keyboard.press("Control+Enter")
    expect_verdict(page, "Right answer, wrong way")
    for dark in (False, True):
        check(dark=dark)


def test_phone_shows_one_part_at_a_time(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> None:
    visitor = make_visitor(width=390, height=844, state=signed_in)
    page = visitor.page
    visitor.go(PROBLEM)
    expect(page.locator("#lesson")).to_be_visible()
    expect(page.locator(".cm-editor")).to_be_hidden()
    run = page.locator("button[name=mode][value=run]")
    expect(run).to_be_in_viewport()
    page.get_by_text("Code", exact=True).click()
    expect(page.locator("#lesson")).to_be_hidden()
    page.get_by_role("link", name="Skip over the editor").press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    page.get_by_text("Code", exact=True).click()
    visitor.write(REWRAPPED)
    run.click()
    expect(page.locator("#verdict-headline")).to_be_visible()
    expect_verdict(page, "Right answer, wrong way")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#verdict-head").get_by_role("link", name="Show line").click()
    expect(page.locator(".cm-marked")).to_be_in_viewport()
    expect(run).to_be_in_viewport()


def test_no_page_is_wider_than_a_phone(make_visitor: Callable[..., Visitor], signed_in: StorageState) -> None:
    visitor = make_visitor(width=390, height=844, scripts=False, state=signed_in)
    page = visitor.page
    visitor.go(PROBLEM)
    page.get_by_text("Code", exact=True).click()
    page.locator("#source").fill(f"{RIGHT}# {'long ' * 100}\n")
    page.locator("button[name=mode][value=run]").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Accepted", timeout=VERDICT_MS)
    for address in (page.url.removeprefix(visitor.site.url), "/", f"{PROBLEM}#statement", "/signup", "/no-such-page"):
        visitor.go(address)
        assert page.locator("body").bounding_box() == {"x": 0, "y": 0, "width": 390, "height": ANY}
        assert all(
            (box := part.bounding_box()) is None or box["width"] <= 390 for part in page.locator("body > *").all()
        )


def test_unknown_addresses_get_a_friendly_page(visitor: Visitor) -> None:
    visitor.go("/problems/jit_foward")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("No such problem")
    expect(visitor.page.get_by_role("main")).to_contain_text("jit_forward")
    visitor.go("/no-such-page")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Page not found")
    expect(visitor.page.get_by_role("main")).to_contain_text("Check the address")
    expect(visitor.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


def test_verdict_arrives_after_the_server_was_away(learner: Visitor, site: Site) -> None:
    page = learner.page
    learner.go(PROBLEM)
    learner.write(RIGHT + sleep_once(5))
    page.keyboard.press("Control+Enter")
    expect(page.locator("#verdict-headline")).to_contain_text(re.compile("Waiting|Running"))
    site.stop()
    expect(page.locator("#verdict-notice")).to_contain_text("can't be reached")
    learner.write(RIGHT + "# written meanwhile\n")
    site.start()
    expect_verdict(page, "Accepted")
    expect(page.locator("#verdict-notice")).to_be_empty()
    assert "# written meanwhile" in learner.read_editor()
