"""The first minute: arrive, run a program without an account, run a kata, and create one when it is needed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from app.domains.runs.snippet import CURE, TRAP
from bench.web import press_run
from tests.acceptance.conftest import PASSWORD
from tests.acceptance.moments import sleep_once
from tests.acceptance.test_access import LEAST_SHIFT, WATCH_SHIFTS, find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

ROOT: Final = Path(__file__).resolve().parents[2]
PROBLEM: Final = "/problems/jit_forward"
SOLUTIONS: Final = ROOT / "reference_solutions" / "jit_forward"
CANONICAL: Final = (SOLUTIONS / "accepted" / "canonical.py").read_text("utf-8")
REWRAPPED: Final = (SOLUTIONS / "rejected" / "wrapped_in_loop.py").read_text("utf-8")
RUN_MS: Final = 90_000
TRIES: Final = 5
"""The number of runs in which bars must get their heights: a busy machine may stall any call."""
MAX_PAGE: Final = 200_000
"""The most bytes that may be transferred for a page with an empty cache: what it loads is compressed."""
MIN_PAGE: Final = 50_000
"""Fewer bytes mean that they weren't counted: the faces alone are more."""
STORE_LOST_RUN: Final = """() => {
    const {version} = JSON.parse(document.querySelector("#page-data").textContent);
    const run = {id: "gone", source: "", verdict: null, version, language: document.documentElement.lang};
    localStorage.setItem("jaxdojo:run:jit_forward", JSON.stringify(run));
}"""
REPEAT: Final = "for (const one of document.querySelectorAll('main li')) one.after(one.cloneNode(true))"
"""A script that duplicates each list entry: the site has one kata, and lists look different with several entries."""


def run_program(page: Page) -> list[float]:
    """Press Run on the front page; return the heights of the bars, in pixels."""
    press_run(page)
    return measure_bars(page)


def try_program(page: Page, are_right: Callable[[list[float]], bool]) -> list[float]:
    """Run the program until its bars are right, a few times at most; return their heights in the last run."""
    for _ in range(TRIES - 1):
        if are_right(bars := run_program(page)):
            return bars
    return run_program(page)


def measure_bars(page: Page) -> list[float]:
    heights: list[float] = page.evaluate(
        """[...document.querySelectorAll(".bar-column")].map((column) =>
        [...column.querySelectorAll("rect")].reduce((sum, part) => sum + part.getBoundingClientRect().height, 0))"""
    )
    return heights


def test_from_arriving_to_accepted(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Did JAX do what you think it did?")
    tall = try_program(page, lambda bars: min(bars) > max(bars) / 10)
    assert len(tall) == 10
    assert min(tall) > max(tall) / 10, "each call was traced and compiled"
    expect(page.locator(".trial-question")).to_contain_text("times slower")
    program = page.locator("#program")
    expect(page.locator("#cure-why")).to_be_visible()
    program.fill(program.input_value().replace(TRAP, CURE))
    expect(page.locator("#cure-why")).to_be_hidden()
    low = try_program(page, lambda bars: max(bars[1:]) < bars[0] / 4)
    assert len(low) == 10
    assert all(height < low[0] / 4 for height in low[1:]), low
    expect(page.locator("#trial-result")).to_contain_text("9 reused it")
    # A kata, as a guest.
    page.locator(".beginnings a").first.click()
    visitor.write(CANONICAL)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#verdict-headline")).to_contain_text("Accepted on the samples", timeout=RUN_MS)
    page.get_by_text("All details").click()
    expect(page.locator("#verdict-cases .case").first).to_be_visible()
    # Submit asks for an account, says why, and keeps the draft and the cursor's position.
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.insert_text("# mine\n")
    page.keyboard.press("Control+Shift+Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("graded on hidden cases")
    assert find_violations(page) == []
    dialog.get_by_role("button", name="Not now").click()
    expect(page.locator(".cm-content")).to_be_focused()
    page.get_by_role("link", name="Submit").click()
    name = f"jean-{uuid4().hex[:8]}"
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill("short")
    dialog.get_by_role("button", name="Sign up").click()
    expect(dialog.locator("#join-password-error")).to_contain_text("characters")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign up").click()
    expect(page.locator(".top")).to_contain_text(name)
    expect(page.locator(".cm-content")).to_contain_text("# mine")
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.insert_text("# here\n")
    assert visitor.read_editor().splitlines()[1:3] == ["# mine", "# here"]
    page.keyboard.press("Control+Shift+Enter")
    expect(page.locator("#verdict-headline")).to_have_text("✓ Accepted", timeout=RUN_MS)


def test_a_guests_verdict_is_there_after_a_reload(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(PROBLEM)
    visitor.write(REWRAPPED + sleep_once(4))
    page.keyboard.press("Control+Enter")
    expect(page.locator("#verdict-headline")).to_contain_text(re.compile("Waiting|Running"))
    page.reload()
    expect(page.locator("#verdict-headline")).to_contain_text("Right answer, wrong way", timeout=RUN_MS)
    expect(page.locator(".timeline").first).to_be_visible()
    # From now on the service is asked for nothing: it deletes the run after some minutes.
    page.route("**/runs/**", lambda route: route.fulfill(status=404))
    page.add_init_script(f"({WATCH_SHIFTS})()")
    page.reload()
    expect(page.locator("#verdict-headline")).to_contain_text("Right answer, wrong way")
    expect(page.locator(".timeline").first).to_be_visible()
    expect(page.locator(".cm-line.cm-marked")).to_contain_text("nnx.jit(forward)")
    assert page.evaluate("window.shifted") < LEAST_SHIFT
    assert find_violations(page) == []
    # Where the text has changed, the line is that of the source that ran.
    visitor.write("# something else\n")
    page.reload()
    expect(page.locator("#verdict-headline")).to_contain_text("Right answer, wrong way")
    expect(page.locator(".cm-line.cm-marked")).to_have_count(0)
    page.locator("#verdict-head").get_by_role("link", name="Show line").click()
    expect(page.locator(".cm-line.cm-marked")).to_contain_text("nnx.jit(forward)")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cm-content")).to_contain_text("# something else")
    # Once somebody signs in, the browser forgets it.
    visitor.go(f"/signup?next={PROBLEM}")
    visitor.sign_up(f"kate-{uuid4().hex[:8]}")
    expect(page.locator(".cm-content")).to_contain_text("# something else")
    expect(page.locator("#verdict-headline")).to_have_text("Not run yet")
    page.get_by_role("button", name="Sign out").click()
    visitor.go(PROBLEM)
    expect(page.locator("#verdict-headline")).to_have_text("Not run yet")


def test_a_guests_lost_run_is_forgotten(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(PROBLEM)
    page.evaluate(STORE_LOST_RUN)
    page.reload()
    expect(page.locator("#verdict-headline")).to_have_text("Not found")
    page.reload()
    expect(page.locator("#verdict-headline")).to_have_text("Not run yet")


def test_the_first_picture_is_a_recorded_run(visitor: Visitor) -> None:
    page = visitor.page
    for _ in range(60):
        visitor.go("/")
        if page.locator(".bar-column").count():
            break
        page.wait_for_timeout(1000)
    assert len(measure_bars(page)) == 10
    expect(page.locator("#trial-result")).to_contain_text("Recorded on this server")
    page.evaluate(WATCH_SHIFTS)
    run_program(page)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") < 0.01
    expect(page.locator("#trial-result")).not_to_contain_text("Recorded on this server")


def test_without_scripts_the_page_says_what_it_is_and_runs(make_visitor: Callable[..., Visitor]) -> None:
    visitor = make_visitor(scripts=False)
    page = visitor.page
    visitor.go("/")
    expect(page.locator(".about")).to_contain_text("JAX Dojo grades short exercises in JAX and Flax")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/runs/*")
    expect(page.locator("#explained")).to_contain_text("10 traces in 10 calls", timeout=RUN_MS)
    visitor.go(PROBLEM)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#verdict-headline")).to_contain_text("Right answer, wrong way", timeout=RUN_MS)
    visitor.go(PROBLEM)
    page.get_by_role("link", name="Submit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize("width", [1360, 390], ids=["wide", "phone"])
def test_front_page_and_map(make_visitor: Callable[..., Visitor], width: int) -> None:
    visitor = make_visitor(width=width)
    page = visitor.page
    for path in ("/", "/map", "/?q=gradeint"):
        visitor.go(path)
        assert find_violations(page, dark=width == 1360) == [], path
        page.evaluate(REPEAT)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    visitor.go("/")
    run_program(page)
    assert find_violations(page, dark=width == 1360) == []


@pytest.mark.parametrize("path", ["/", "/map", PROBLEM, f"{PROBLEM}#statement"])
def test_pages_are_light(visitor: Visitor, learner: Visitor, path: str) -> None:
    for reader in (visitor, learner):
        assert MIN_PAGE < reader.weigh(path) < MAX_PAGE


def test_a_slash_leads_to_the_search_from_anywhere(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("a/b")
    expect(page.get_by_role("searchbox")).to_have_value("a/b")
    visitor.go(PROBLEM)
    page.locator(".cm-content").click()
    page.keyboard.press("/")
    assert page.url.endswith(PROBLEM), "in the editor it is a letter"
    page.locator("h1").click()
    page.keyboard.press("/")
    page.wait_for_url("**/#q")
    expect(page.get_by_role("searchbox")).to_be_focused()
