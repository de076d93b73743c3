"""Programs that belong to no kata: the scratchpad with its links, and lessons that run in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from grader.protocol import MAX_SOURCE
from tests.acceptance.test_access import find_violations
from tests.acceptance.test_first_minute import MAX_PAGE, PROBLEM, RUN_MS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

PROGRAM: Final = """import jax
import jax.numpy as jnp
f = jax.jit(lambda v: 2 * v)
f(jnp.ones(2)); f(jnp.ones(3))
print("<b>seen</b>")
"""
WRONG: Final = "import jax\n@jax.jit\ndef f(x):\n    return x if x > 0 else -x\nf(1.0)\n"


def run(page: Page, program: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(program)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#explained .honest", timeout=RUN_MS)


def test_a_guest_learns_why_jit_recompiles(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_role("link", name="Scratchpad", exact=True).click()
    page.wait_for_selector(".cm-content")
    run(page, PROGRAM)
    told = page.locator("#verdict")
    expect(told).to_contain_text("again 1 time")
    expect(told).to_contain_text("v was float32[2] before and is float32[3] now")
    expect(told).to_contain_text("<b>seen</b>")
    expect(told.locator(".timeline ol > li")).to_have_count(2)
    page.get_by_text("Its jaxpr").first.click()
    expect(told.locator("pre", has_text="lambda ; a:f32[2]").first).to_be_visible()
    assert find_violations(page) == []
    expect(page.locator("#share")).to_contain_text("Sign in")
    run(page, WRONG)
    page.wait_for_selector("#verdict[data-tone=bad]")
    expect(page.locator(".cm-marked")).to_contain_text("x if x > 0")
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("x if x > 0")


def test_a_refused_run_says_why(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/scratchpad")
    page.locator(".cm-content").click()
    page.keyboard.insert_text("#" * MAX_SOURCE)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#verdict-head")).to_contain_text("64 KiB")


def test_a_member_shares_a_program_and_takes_it_back(visitor: Visitor) -> None:
    page = visitor.page
    visitor.enter(f"pad{uuid4().hex[:8]}")
    visitor.go("/scratchpad")
    page.wait_for_selector(".cm-content")
    run(page, PROGRAM)
    page.get_by_role("button", name="Share by link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A shared program")
    address = page.url
    assert page.locator("#link").input_value() == address
    assert find_violations(page) == []
    visitor.go("/scratchpad")
    visitor.write("# mine\n")
    visitor.go(address.removeprefix(visitor.site.url))
    page.get_by_role("link", name="Open it in the scratchpad").click()
    expect(page.locator(".cm-content")).to_contain_text("jax.jit")
    page.locator(".cm-content").click()
    page.keyboard.insert_text("# changed\n")
    expect(page.locator(".cm-content")).to_contain_text("# changed")
    page.locator("button.language").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".cm-content")).to_contain_text("# changed")
    page.locator("button.language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".cm-content")).to_contain_text("# changed")
    page.get_by_role("button", name="Back to my draft").click()
    expect(page.locator(".cm-content")).to_contain_text("# mine")
    visitor.go(address.removeprefix(visitor.site.url))
    page.get_by_role("button", name="Delete it").click()
    page.wait_for_url("**/scratchpad#programs")
    response = page.request.get(address)
    assert response.status == 404


def test_a_lesson_s_program_runs_in_place_and_changes_stay(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(f"{PROBLEM}#lesson")
    bar = page.locator("#lesson .lesson-bar").first
    bar.get_by_role("button", name="Run").click()
    result = page.locator("#lesson .lesson-result").first
    expect(result).to_contain_text("It ran", timeout=RUN_MS)
    expect(result.locator(".timeline ol > li")).to_have_count(3)
    bar.get_by_role("button", name="Edit").click()
    page.get_by_label("This program, Python").first.fill("print('mine')")
    page.reload()
    area = page.get_by_label("This program, Python").first
    expect(area).to_have_value("print('mine')")
    area.press("Control+Enter")
    expect(page.locator("#lesson .lesson-result").first).to_contain_text("mine", timeout=RUN_MS)
    expect(page.locator("#verdict-headline")).to_have_text("Not run yet")
    assert find_violations(page) == []
    page.locator("#lesson .lesson-bar").first.get_by_role("button", name="Reset").click()
    page.reload()
    expect(page.locator("#lesson textarea").first).to_be_hidden()


def test_the_scratchpad_keeps_to_a_page_s_budget(visitor: Visitor) -> None:
    sizes: list[int] = []
    visitor.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    visitor.go("/scratchpad")
    visitor.page.wait_for_selector(".cm-content")
    visitor.page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < MAX_PAGE


def test_the_editor_helps_while_one_types(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/scratchpad")
    visitor.write("import jax.numpy as jnp\nfrom flax import nnx\nlayer = nnx.Linear\nx = jpn.ones(3)\n")
    line = page.locator(".cm-problem-line")
    expect(line).to_have_text("Line 4: “jpn” isn't defined. Did you mean “jnp”?")
    expect(page.locator(".cm-problem")).to_have_text("jpn")
    assert find_violations(page) == []
    page.locator(".cm-line", has_text="nnx.Linear").get_by_text("Linear").hover()
    expect(page.locator(".cm-words")).to_contain_text("Linear(in_features, out_features")
    visitor.write("def f(x)\n    return x\n")
    expect(line).to_have_text("Line 1: A colon is missing at the end of this line.")
    visitor.write("def f(x):\n    return x\n")
    expect(line).to_have_text("")
