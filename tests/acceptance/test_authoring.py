"""An instructor writes a problem from scratch, breaks it, fixes it, and changes it later, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox, pytest.mark.timeout(900)]

TASK_MS: Final = 300_000
"""The maximum time of a check on a busy machine, in milliseconds."""


def save(visitor: Visitor, text: str) -> None:
    visitor.write(text)
    expect(visitor.page.locator("#unsaved")).to_be_visible()
    visitor.page.get_by_role("button", name="Save").click()
    expect(visitor.page.locator("#unsaved")).to_be_hidden()


def begin_problem(visitor: Visitor, title: str) -> str:
    """Sign up an instructor, create a problem and return its slug."""
    page, name = visitor.page, f"iris-{uuid4().hex[:8]}"
    slug = f"rows_{uuid4().hex[:8]}"
    visitor.enter(name)
    visitor.site.run("user", "role", name, "instructor")

    visitor.go("/authoring")
    page.get_by_label("Name", exact=True).fill(title)
    page.get_by_label("Slug, as in addresses").fill(slug)
    page.get_by_role("button", name="Create").click()
    return slug


def test_the_manifest_s_keys_and_choices_are_completed(visitor: Visitor) -> None:
    page = visitor.page
    begin_problem(visitor, "Complete me")
    visitor.write("format_version: 1\nchecks:\n  values:\n    ")
    choices = page.locator(".cm-tooltip-autocomplete li")
    page.keyboard.type("ma")
    choices.filter(has_text="match").click()
    page.keyboard.type("bi")
    choices.filter(has_text="bit_equal").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")  # removes the indentation
    page.keyboard.type("limits: {mem")
    choices.filter(has_text="memory").click()
    page.keyboard.type("512}")
    written = "format_version: 1\nchecks:\n  values:\n    match: bit_equal\nlimits: {memory: 512}"
    expect(page.locator("#content")).to_have_value(written)


def test_a_text_that_was_not_saved_is_offered(visitor: Visitor) -> None:
    page = visitor.page
    slug = begin_problem(visitor, "Keep me")
    visitor.write("name: kept\n")
    cookies = visitor.context.cookies()
    visitor.context.clear_cookies()
    page.get_by_role("button", name="Save").click()
    again = page.get_by_role("main").get_by_role("link", name="Sign in")
    expect(again).to_have_attribute("href", f"/signin?next=/authoring/{slug}")
    visitor.context.add_cookies(cookies)  # type: ignore[arg-type]  # the same cookies, of two types
    visitor.go(f"/authoring/{slug}")
    page.get_by_role("button", name="Use the text that wasn't saved").click()
    expect(page.locator("#content")).to_have_value("name: kept\n")


def test_save_is_always_in_reach(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1440, "height": 900})
    slug = begin_problem(visitor, "Reach out")
    for file in ("problem.yaml", "statement.md", "solutions/accepted/canonical.py"):
        visitor.go(f"/authoring/{slug}?file={file}")
        if file == "statement.md":
            visitor.write("A line.\n\n" * 200)
        for end in ("0", "document.documentElement.scrollHeight / 2", "document.documentElement.scrollHeight"):
            page.evaluate(f"window.scrollTo(0, {end})")
            expect(page.get_by_role("button", name="Save")).to_be_in_viewport(ratio=1)


def test_a_problem_from_nothing_to_its_second_version(visitor: Visitor) -> None:
    page = visitor.page
    slug = begin_problem(visitor, "Centre the rows")
    expect(page.get_by_role("heading", level=1)).to_have_text("Centre the rows")
    expect(page.get_by_text("All files can be read.")).to_be_visible()

    manifest = page.locator("#content").input_value()
    save(visitor, manifest.replace("difficulty:", "dificulty:"))
    page.get_by_role("link", name="problem.yaml:6").click()
    expect(page.locator(".cm-marked")).to_contain_text("dificulty")
    save(visitor, manifest)
    expect(page.get_by_text("All files can be read.")).to_be_visible()

    solution = f"/authoring/{slug}?file=solutions/accepted/canonical.py"
    visitor.go(solution)
    right = page.locator("#content").input_value()
    save(visitor, f"def {slug}(x):\n    return x + 1\n")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#task")).to_contain_text("Check: refused", timeout=TASK_MS)
    expect(page.locator("#task .findings")).to_contain_text("accepted/canonical.py got wrong_answer")
    visitor.write(right)
    page.get_by_role("button", name="Publish").click()  # saves it first
    expect(page.locator("#task")).to_contain_text("Version 1 is published", timeout=TASK_MS)

    answer = page.request.post(
        f"{visitor.site.url}/api/v1/problems/{slug}/submissions",
        data={"source": right, "mode": "submit"},
        headers={"Origin": visitor.site.url},
    )
    submission = answer.json()["id"]
    visitor.go(f"/submissions/{submission}")
    expect(page.locator("#verdict-headline")).to_contain_text("Accepted", timeout=TASK_MS)

    visitor.go(f"/authoring/{slug}?file=statement.md")
    save(visitor, page.locator("#content").input_value() + "\nEach row counts for itself: $x - \\bar x$.\n")
    expect(page.locator("#preview math")).to_be_visible()
    page.get_by_text("Stage it and rejudge earlier submissions").click()
    page.get_by_label("Reason, shown to learners").fill("The statement was too short.")
    page.get_by_role("button", name="Stage", exact=True).click()
    page.get_by_role("link", name="What it changes").click(timeout=TASK_MS)
    expect(page.get_by_role("status")).to_contain_text("not applied yet", timeout=TASK_MS)
    expect(page.get_by_role("region", name="Verdicts")).to_contain_text("the same")
    page.get_by_role("button", name="Apply and publish version 2").click()
    expect(page.get_by_role("status")).to_contain_text("Applied")
    visitor.go(f"/problems/{slug}#statement")
    expect(page.locator("#statement")).to_contain_text("Each row counts for itself")
    visitor.go(f"/submissions/{submission}")
    expect(page.get_by_text("version 2").first).to_be_visible()

    visitor.go(f"/authoring/{slug}/versions")
    page.get_by_label("From", exact=True).select_option("version 1")
    page.get_by_label("To", exact=True).select_option("version 2")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".patch .added").first).to_contain_text("+")
    expect(page.get_by_role("heading", name="statement.md changed")).to_be_visible()
    page.get_by_role("link", name="Files of version 1").click()
    page.get_by_label("File", exact=True).select_option("solutions/accepted/canonical.py")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("region", name="solutions/accepted/canonical.py")).to_contain_text(f"def {slug}(x):")
    assert find_violations(page) == []
