"""What people look back at and show each other, in a real browser, in light and dark, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

PROBLEM: Final = "/problems/jit_forward"
SOLUTIONS: Final = Path(__file__).resolve().parents[2] / "reference_solutions" / "jit_forward"
RIGHT: Final = (SOLUTIONS / "accepted" / "canonical.py").read_text("utf-8")
VERDICT_MS: Final = 90_000
WRONG_WAYS: Final = {
    "wrapped_in_loop.py": "Right answer, wrong way",
    "fixed_seed.py": "Wrong answer",
    "not_flattened.py": "Wrong shape or type",
    "leaked_tracer.py": "Your code raised an error",
    "": "The file could not be graded",
}
"""Rejected solutions and the verdicts on them; the one without a name isn't valid Python."""


def attempt(visitor: Visitor, source: str, headline: str, *, submit: bool = True) -> None:
    """Write a source, submit it with the keyboard, and wait for its verdict."""
    page = visitor.page
    visitor.write(source)
    page.keyboard.press("Control+Shift+Enter" if submit else "Control+Enter")
    expect(page.locator("#verdict-headline")).to_contain_text(headline, timeout=VERDICT_MS)


def sign_up(visitor: Visitor) -> str:
    name = f"ada-{uuid4().hex[:8]}"
    visitor.enter(name)
    return name


def test_five_wrong_ways_and_then_the_right_one(visitor: Visitor) -> None:
    page = visitor.page
    sign_up(visitor)
    visitor.go(PROBLEM)
    for name, headline in WRONG_WAYS.items():
        source = (SOLUTIONS / "rejected" / name).read_text("utf-8") if name else "def jit_forward(\n"
        attempt(visitor, source, headline)
        expect(page.locator("#solved")).to_be_empty()
        if headline == "Wrong answer":
            expect(page.locator(".heat svg").first).to_be_visible()
            expect(page.locator(".heat figcaption").first).to_contain_text("elements of the output")
            expect(page.locator(".heat table").first).to_contain_text("Largest errors")
        elif headline == "Your code raised an error":
            expect(page.locator("#traceback")).to_contain_text("in your code")
            expect(page.locator(".cm-marked")).to_have_count(1)
    attempt(visitor, RIGHT, "Accepted")
    expect(page.locator(".compared")).to_contain_text("Your last submission: The file could not be graded")
    expect(page.locator("#solved")).to_contain_text("solved")
    # All six are in the list, and can be found again, compared and continued from.
    visitor.go("/submissions")
    expect(page.locator(".history tbody tr")).to_have_count(6)
    page.get_by_label("Verdict").select_option("Wrong answer")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator(".history tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Wrong answer").click()
    page.get_by_label("Compare with").select_option(index=0)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".diff .removed, .diff .added").first).to_be_visible()
    page.get_by_role("link", name="Continue from this source").click()
    expect(page.locator(".cm-content")).to_contain_text("def jit_forward")
    expect(page.locator("#draft-note")).to_contain_text("Restored from an earlier attempt")


def find_faults(page: Page, path: str) -> list[str]:
    page.goto(path)
    return [f"{path}: {fault}" for fault in find_violations(page)]


def test_sharing_voting_and_progress(make_visitor: Callable[..., Visitor]) -> None:
    people = [make_visitor(), make_visitor(dark=True)]
    names = [sign_up(visitor) for visitor in people]
    for visitor in people:
        visitor.go(PROBLEM)
        attempt(visitor, RIGHT, "Accepted")
        visitor.page.get_by_role("tab", name="Attempts").click()
        visitor.page.locator(".attempts a").first.click()
        visitor.page.get_by_role("button", name="Share it with solvers").click()
        expect(visitor.page.locator("#sharing")).to_contain_text("see this solution, with your name")
    first, second = people
    first.page.get_by_role("button", name="Make a card and a link").click()
    link = first.page.get_by_label("Link").input_value()
    card = first.page.get_by_label("Card").input_value()
    made = first.page.url.split("#")[0]
    stranger = make_visitor(scripts=False)
    stranger.page.goto(link)
    expect(stranger.page.locator("main")).to_contain_text("def jit_forward")
    expect(stranger.page.locator("main")).not_to_contain_text(names[0])
    stranger.page.goto(card)
    expect(stranger.page.locator("main")).to_contain_text("A solved kata")
    expect(stranger.page.locator("main")).not_to_contain_text("def jit_forward")
    assert stranger.page.request.get(f"{card}/picture.png").body().startswith(b"\x89PNG")
    second.go(f"{PROBLEM}/solutions")
    shared = second.page.locator(".shared", has_text=names[0])
    shared.get_by_role("button", name="Vote").click()
    expect(shared.locator(".votes")).to_have_text("1 vote")
    for visitor, name in zip(people, names, strict=True):
        visitor.go("/progress")
        visitor.page.get_by_label("My activity").check()
        visitor.page.get_by_role("button", name="Save").click()
        expect(visitor.page.get_by_label("My activity")).to_be_checked()
        site = visitor.site.url
        paths = ["/submissions", "/submissions?mode=run", f"{PROBLEM}/solutions", f"{PROBLEM}/leaderboard", "/progress"]
        addresses = [*(site + path for path in paths), f"{site}/people/{name}", link, card]
        assert [fault for address in addresses for fault in find_faults(visitor.page, address)] == []
    assert find_faults(first.page, made) == []
    first.page.get_by_role("button", name="Withdraw the card and the link").click()
    for gone in (link, card):
        assert stranger.page.goto(gone).status == 404  # type: ignore[union-attr]


def test_a_kata_is_rated_and_betas_are_volunteered_for(make_visitor: Callable[..., Visitor]) -> None:
    visitor = make_visitor(width=390, height=844, dark=True)
    page = visitor.page
    sign_up(visitor)
    visitor.go(PROBLEM)
    page.get_by_text("Code", exact=True).click()
    attempt(visitor, RIGHT, "Accepted")
    visitor.go(f"{PROBLEM}#solution")
    page.get_by_label("Are its texts clear?").select_option("partly clear")
    page.get_by_label("How difficult is it?").select_option("2 of 5")
    page.get_by_role("button", name="Rate this kata").click()
    expect(page.get_by_role("button", name="Withdraw your rating")).to_be_visible()
    expect(page.get_by_label("Are its texts clear?")).to_have_value("partly")
    page.get_by_label("How difficult is it?").select_option("5 of 5")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_label("How difficult is it?")).to_have_value("5")
    assert find_violations(page) == []
    page.get_by_role("button", name="Withdraw your rating").click()
    expect(page.get_by_role("button", name="Rate this kata")).to_be_visible()
    visitor.go("/account")
    page.get_by_role("button", name="Show katas in beta").click()
    expect(page.get_by_role("button", name="Hide katas in beta")).to_be_visible()
    assert find_violations(page) == []


def test_the_pages_speak_german_where_it_is_asked_for(make_visitor: Callable[..., Visitor]) -> None:
    visitor = make_visitor(locale="de-DE")
    page = visitor.page
    visitor.go("/signup")
    page.get_by_label("Name").fill(f"emmy-{uuid4().hex[:8]}")
    page.get_by_label("Passwort").fill("correct horse battery")
    page.get_by_role("button", name="Konto anlegen").click()
    page.wait_for_url("**/")
    visitor.go(PROBLEM)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#verdict-headline")).to_have_text("Noch nicht ausgeführt")
    attempt(visitor, RIGHT, "Bei den Beispielen angenommen", submit=False)
    expect(page.locator(".timeline").first).to_contain_text("aus dem Cache")
    expect(page.locator("#verdict-message [lang=en]")).not_to_be_empty()
    expect(page.locator("#draft-note")).to_contain_text("Entwurf gespeichert")
    assert find_violations(page) == []
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    visitor.go("/submissions")
    expect(page.get_by_role("heading", level=1)).to_have_text("Submissions")


def test_the_source_is_formatted(learner: Visitor) -> None:
    page = learner.page
    learner.go(PROBLEM)
    learner.write("x=  [ 1,2 ]\n")
    page.get_by_role("button", name="Format").click()
    expect(page.locator(".cm-content")).to_contain_text("x = [1, 2]")
    learner.write("def f(\n")
    page.get_by_role("button", name="Format").click()
    expect(page.locator("#draft-note")).to_contain_text("can't be formatted")
