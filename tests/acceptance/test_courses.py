"""A term in the life of an instructor, of a student who needs more time, and of an exam, in a real browser."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.acceptance.test_access import find_violations

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.acceptance.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

SOLUTIONS: Final = Path(__file__).resolve().parents[2] / "reference_solutions" / "jit_forward"
RIGHT: Final = (SOLUTIONS / "accepted" / "canonical.py").read_text("utf-8")
WRONG: Final = (SOLUTIONS / "rejected" / "wrapped_in_loop.py").read_text("utf-8")
VERDICT_MS: Final = 90_000


def sign_up(visitor: Visitor, role: str) -> str:
    """Create an account, and give it a role."""
    name = f"{role[:4]}-{uuid4().hex[:8]}"
    visitor.enter(name)
    if role != "learner":
        visitor.site.run("user", "role", name, role)
    return name


def wall(days: float) -> str:
    """Return the local time in UTC that many days from now."""
    return (datetime.now(UTC) + timedelta(days=days)).strftime("%Y-%m-%dT%H:%M")


def check_page(visitor: Visitor) -> None:
    """Check that the page is accessible: axe finds nothing, and the page isn't wider than the screen."""
    assert find_violations(visitor.page) == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), visitor.page.url


def make_course(teacher: Visitor) -> None:
    """Create a course, starting from the list of courses."""
    page = teacher.page
    teacher.go("/courses")
    page.get_by_label("Name", exact=True).fill("Programming with JAX")
    page.get_by_label("Term", exact=True).fill("Autumn")
    page.get_by_label("First day", exact=True).fill("2026-10-01")
    page.get_by_label("Last day", exact=True).fill("2099-02-15")
    page.get_by_label("Time zone", exact=True).fill("UTC")
    check_page(teacher)
    page.get_by_role("button", name="Create the course").click()


def open_joining(teacher: Visitor) -> str:
    """Let students join; return the link for that."""
    page = teacher.page
    page.get_by_role("link", name="Students", exact=True).click()
    page.get_by_label("Open", exact=True).check()
    page.locator("form").filter(has=page.get_by_label("Open", exact=True)).get_by_role("button").click()
    return page.get_by_label("Link", exact=True).input_value()


def submit(make_visitor: Callable[..., Visitor], student: Visitor, source: str, headline: str) -> Visitor:
    """Submit to the kata in a wide window of a student, and wait for the verdict."""
    solver = make_visitor(state=student.context.storage_state())
    solver.go("/problems/jit_forward")
    solver.write(source)
    solver.page.keyboard.press("Control+Shift+Enter")
    expect(solver.page.locator("#verdict-headline")).to_contain_text(headline, timeout=VERDICT_MS)
    return solver


def upload(teacher: Visitor, table: str) -> None:
    """Upload a CSV file as the roster."""
    form = teacher.page.locator("form").filter(has=teacher.page.locator("input[type=file]"))
    content = table.encode("utf-16")
    form.locator("input[type=file]").set_input_files({"name": "class.csv", "mimeType": "text/csv", "buffer": content})
    form.get_by_role("button", name="Upload").click()


def test_a_term_of_an_instructor(make_visitor: Callable[..., Visitor]) -> None:  # noqa: PLR0915 - a story
    teacher, ada, bob = make_visitor(), make_visitor(), make_visitor(width=390, height=844)
    assistant = make_visitor(dark=True)
    sign_up(teacher, "instructor")
    names = [sign_up(one, "learner") for one in (ada, bob, assistant)]
    page = teacher.page
    # She makes a course and reads the class from a spreadsheet: all of it or nothing.
    make_course(teacher)
    page.get_by_role("link", name="Students", exact=True).click()
    rows = f"account;name;section\n{names[0]};Ada Lovelace;A\n{names[1]};Böb;B\n"
    upload(teacher, f"{rows}no-such-account;Nobody;A\n")
    expect(page.get_by_role("alert")).to_contain_text("Row 4: There is no account no-such-account.")
    expect(page.get_by_text("Nobody yet.")).to_be_visible()
    upload(teacher, rows)
    expect(page.get_by_role("status")).to_contain_text("2 invited")
    check_page(teacher)
    # An assistant comes by a link, with the right to grade.
    page.get_by_role("link", name="Staff", exact=True).click()
    page.locator("#invited-data").select_option("edit")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#link").input_value()
    check_page(teacher)
    assistant.page.goto(link)
    assistant.page.get_by_role("button", name="Accept").click()
    expect(assistant.page.get_by_role("link", name="Grades", exact=True)).to_be_visible()
    # She makes an assignment. Section B has another due date.
    page.get_by_role("link", name="Assignments", exact=True).click()
    page.get_by_role("link", name="A new assignment").click()
    page.get_by_label("Name", exact=True).fill("Compilation")
    page.get_by_label("A draft").uncheck()
    page.get_by_label("Opens", exact=True).fill(wall(1))
    page.get_by_label("Due", exact=True).fill(wall(-1))
    page.get_by_label("Kata 1", exact=True).fill("jit_forward")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("before it opens")
    page.get_by_label("Opens", exact=True).fill(wall(-7))
    page.get_by_label("Due", exact=True).fill(wall(1))
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Other dates for a label").click()
    exception = page.locator("form").filter(has=page.locator("#for-label"))
    exception.get_by_label("Label").select_option("B")
    exception.get_by_label("Due", exact=True).fill(wall(3))
    exception.get_by_role("button", name="Save").click()
    expect(page.locator("#exceptions .requests")).to_contain_text("B label")
    check_page(teacher)
    # The students accept. One solves the kata; the other gets stuck, and then a hint for the class.
    for student in (ada, bob):
        student.go("/courses")
        student.page.get_by_role("button", name="Join").first.click()
        expect(student.page.get_by_text("get full points")).to_be_visible()
    submit(make_visitor, ada, RIGHT, "Accepted")
    stuck = submit(make_visitor, bob, WRONG, "Right answer, wrong way")
    page.get_by_role("link", name="Difficulties").click()
    page.locator(".stuck td[class^=level] a").first.click()
    expect(page.get_by_text("Böb")).to_be_visible()
    check_page(teacher)
    page.locator("#text").fill("Call `jax.jit` once, outside of the loop.")
    page.get_by_role("button", name="Pin the hint").click()
    stuck.page.reload()
    expect(stuck.page.get_by_text("once, outside of the loop")).to_be_visible()
    # The assistant changes a grade and undoes that.
    grades = assistant.page
    grades.get_by_role("link", name="Grades", exact=True).click()
    grades.get_by_label("Name or number").fill("böb")
    grades.get_by_role("button", name="Filter").click()
    expect(grades.locator(".gradebook tbody tr")).to_have_count(1)
    check_page(assistant)
    grades.get_by_role("link", name="Böb").click()
    grades.locator("summary", has_text="Change").first.click()
    grades.get_by_label("Points", exact=True).fill("6.5")
    grades.get_by_label("Reason, for the student").fill("The right idea.")
    grades.get_by_role("button", name="Save", exact=True).first.click()
    bob.page.reload()
    expect(bob.page.get_by_text("The right idea.")).to_be_visible()
    check_page(bob)
    grades.get_by_role("link", name="Grades", exact=True).click()
    with grades.expect_download() as download:
        grades.get_by_role("link", name="Download all as CSV").click()
    table = download.value.path().read_text("utf-8").splitlines()
    assert [line.split(",")[1] for line in table] == ['"name"', '"Ada Lovelace"', '"Böb"']
    assert table[2].endswith(",6.5,10,6.5")
    grades.get_by_role("button", name="Undo").click()
    expect(grades.get_by_role("row").filter(has_text="Böb")).to_contain_text("0/10")
    # Similar solutions are evidence among these students alone; the next term begins with a copy.
    page.get_by_role("link", name="Difficulties").click()
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_text("This list proves nothing")).to_be_visible()
    check_page(teacher)
    page.get_by_role("link", name="Settings").click()
    page.locator("#copy-term").fill("Spring")
    page.locator("#copy-starts").fill("2027-03-01")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("link", name="Compilation")).to_be_visible()
    expect(page.locator(".course-name")).to_contain_text("Spring")
    page.get_by_role("link", name="Students", exact=True).click()
    expect(page.get_by_text("Nobody yet.")).to_be_visible()
    check_page(teacher)


def test_a_term_with_an_extension(make_visitor: Callable[..., Visitor]) -> None:  # noqa: PLR0915 - a story
    teacher, student = make_visitor(dark=True), make_visitor(width=390, height=844)
    sign_up(teacher, "instructor")
    name = sign_up(student, "learner")
    page, own = teacher.page, student.page
    # The instructor creates a course with an assignment that was due yesterday, and opens it for joining.
    make_course(teacher)
    page.get_by_role("link", name="A new assignment").click()
    page.get_by_label("Name", exact=True).fill("Compilation")
    page.get_by_label("A draft").uncheck()
    page.get_by_label("Opens", exact=True).fill(wall(-7))
    page.get_by_label("Due", exact=True).fill(wall(-1))
    page.get_by_label("Late until").fill("")
    page.get_by_label("Kata 1", exact=True).fill("jit_forward")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Compilation")).to_be_visible()
    check_page(teacher)
    link = open_joining(teacher)
    check_page(teacher)
    # The student joins, finds that the assignment is over, and asks for more time.
    own.goto(link)
    own.get_by_role("button", name="Join").click()
    expect(own.get_by_text("submissions no longer count")).to_be_visible()
    own.get_by_text("Ask for more time").click()
    own.get_by_label("Until", exact=True).fill(wall(3))
    own.get_by_label("Why", exact=True).fill("I was ill.")
    check_page(student)
    own.get_by_role("button", name="Ask", exact=True).click()
    expect(own.get_by_text("not decided yet")).to_be_visible()
    # The instructor grants it.
    page.get_by_role("link", name="More time").click()
    expect(page.get_by_text("I was ill.")).to_be_visible()
    check_page(teacher)
    page.get_by_role("button", name="Grant").click()
    expect(page.get_by_text("granted")).to_be_visible()
    # The student solves the kata, and both see the points and why.
    own.reload()
    expect(own.get_by_text("get full points")).to_be_visible()
    course = own.url.partition("#")[0]
    solver = make_visitor(state=student.context.storage_state())
    solver.go("/problems/jit_forward")
    solver.write(RIGHT)
    solver.page.keyboard.press("Control+Shift+Enter")
    expect(solver.page.locator("#verdict-headline")).to_contain_text("Accepted", timeout=VERDICT_MS)
    own.goto(course)
    expect(own.get_by_text("on time.")).to_be_visible()
    check_page(student)
    page.get_by_role("link", name="Grades", exact=True).click()
    expect(page.get_by_role("row").filter(has_text=name)).to_contain_text("10/10")
    check_page(teacher)
    page.get_by_role("link", name=name).click()
    expect(page.get_by_text("You see the course as this student does.")).to_be_visible()
    check_page(teacher)
    # The student asks for a review, and gets an answer.
    own.get_by_role("link", name="Messages").click()
    own.get_by_label("Why").fill("I think that `forward` deserves a bonus.")
    check_page(student)
    own.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("link", name="Requests about grades").click()
    check_page(teacher)
    page.get_by_role("button", name="Take it").click()
    page.get_by_role("row").filter(has_text=name).get_by_role("link").click()
    page.get_by_label("Your answer").fill("It does.")
    page.get_by_label("New points").fill("12")
    check_page(teacher)
    page.get_by_role("button", name="Send the answer").click()
    own.reload()
    expect(own.get_by_text("It does.")).to_be_visible()
    expect(own.get_by_text("the grade was changed")).to_be_visible()
    check_page(student)
    # The term is over.
    page.get_by_role("link", name="Settings").click()
    check_page(teacher)
    page.get_by_role("button", name="Archive the course").click()
    expect(page.get_by_text("you can read it, but not change it").first).to_be_visible()


def test_an_exam_that_holds_its_verdicts(make_visitor: Callable[..., Visitor]) -> None:  # noqa: PLR0915 - a story
    teacher, student = make_visitor(dark=True), make_visitor(width=390, height=844)
    sign_up(teacher, "instructor")
    name = sign_up(student, "learner")
    page, own = teacher.page, student.page
    make_course(teacher)
    page.get_by_role("link", name="A new assignment").click()
    page.get_by_label("Name", exact=True).fill("Midterm")
    page.get_by_label("A draft").uncheck()
    page.get_by_label("Opens", exact=True).fill(wall(-1))
    page.get_by_label("Due", exact=True).fill(wall(1))
    page.get_by_label("Late until").fill("")
    page.get_by_text("An exam", exact=True).click()
    page.get_by_label("Working time").fill("60")
    page.get_by_label("Hold verdicts").check()
    page.get_by_label("Kata 1", exact=True).fill("jit_forward")
    check_page(teacher)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile("/assignments/(?!new)"))
    exam = page.url
    link = open_joining(teacher)
    own.goto(link)
    own.get_by_role("button", name="Join").click()
    expect(own.get_by_role("button", name="Start the exam")).to_be_visible()
    check_page(student)
    own.get_by_role("button", name="Start the exam").click()
    expect(own.get_by_text("you see only the verdicts on the samples")).to_be_visible()
    course = own.url.partition("#")[0]
    # The student submits: the samples are right, and the rest is held back, during grading and after a reload.
    solver = make_visitor(state=student.context.storage_state(), dark=True)
    solver.go("/problems/jit_forward")
    solver.write(RIGHT)
    solver.page.keyboard.press("Control+Shift+Enter")
    headline = solver.page.locator("#verdict-headline")
    expect(headline).to_contain_text("Accepted on the samples", timeout=VERDICT_MS)
    expect(solver.page.get_by_text("is held until").first).to_be_visible()
    expect(solver.page.locator("#verdict-cases")).not_to_contain_text("hidden")
    solver.page.reload()
    expect(headline).to_contain_text("Accepted on the samples")
    expect(headline).to_be_in_viewport(ratio=1)
    held = solver.page.get_by_text("is held until").first
    expect(held).to_be_in_viewport(ratio=1)
    clock, verdict = (solver.page.locator(one).bounding_box() for one in (".exam-clock", "#verdict"))
    assert clock is not None
    assert verdict is not None
    assert clock["height"] < 100 < verdict["height"], "the clock leaves the room to the verdict"
    check_page(solver)
    student.go("/submissions")
    own.get_by_role("link", name="Held until").click()
    expect(own.get_by_text("is held until").first).to_be_visible()
    check_page(student)
    own.goto(course)
    expect(own.get_by_text("Submitted. The verdict is held until")).to_be_visible()
    check_page(student)
    # Staff see the verdict, and release it.
    page.get_by_role("link", name="Grades", exact=True).click()
    expect(page.get_by_role("row").filter(has_text=name)).to_contain_text("10/10")
    page.get_by_role("link", name="Difficulties").click()
    check_page(teacher)
    page.goto(f"{exam}/exam")
    check_page(teacher)
    page.set_viewport_size({"width": 390, "height": 844})
    check_page(teacher)
    page.get_by_text("Release the verdicts now").click()
    page.get_by_role("button", name="Release to all students").click()
    expect(page.get_by_text("The verdicts were released")).to_be_visible()
    check_page(teacher)
    own.reload()
    expect(own.get_by_text("on time.")).to_be_visible()
    solver.page.reload()
    expect(headline).to_have_text("✓ Accepted")
