"""Assignments, exceptions and private katas on the command line: a real server, with the owner's rights."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.integration.app.test_class_commands import find_student
from tests.integration.app.test_courses import DAY, wall

# The fixtures of a server with a course that `iris` teaches and `ada` attends
from tests.integration.app.test_thread_commands import course, run  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.integration.app.test_thread_commands import Run

pytestmark = pytest.mark.usefixtures("course", "run")
FILE = """
name: Compilation
opens_at: 2026-10-01T08:00
due_at: 2026-10-12T23:59
late_days: 1
katas: [{problem: double, points: 4}]
"""


def test_an_assignment_is_added_shown_changed_moved_and_deleted(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    tmp_path: Path,
) -> None:
    here, iris, file = course["course"], run("iris"), tmp_path / "assignment.yaml"
    file.write_text(FILE, "utf-8")
    made = iris("assignment", "add", here, str(file))[1].strip()
    listed = [line.split() for line in iris("assignment", "list", here)[1].splitlines()[1:]]
    assert [line[1] for line in listed] == ["Doubling", "Compilation"]
    assert listed[1] == [made, "Compilation", "2026-10-01", "08:00", "2026-10-12", "23:59", "1", "-"]
    shown = iris("assignment", "show", here, made)[1]
    assert json.loads(shown) == {
        "name": "Compilation", "opens_at": "2026-10-01T08:00", "due_at": "2026-10-12T23:59", "late_days": 1,
        "katas": [{"problem": "double", "points": 4}],
    }  # fmt: skip
    file.write_text(shown.replace('"points": 4', '"points": 5'), "utf-8")
    assert iris("assignment", "change", here, made, str(file))[1] == "Changed: Compilation.\n"
    assert '"points": 5' in iris("assignment", "show", here, made)[1]
    assert iris("assignment", "move", here, made, "1")[1] == "Moved.\n"
    assert iris("assignment", "list", here)[1].splitlines()[1].split()[0] == made
    assert iris("assignment", "move", here, made, "0")[0] == 2
    ada = run("ada")
    for words in (("list",), ("show", made), ("add", str(file)), ("change", made, str(file)), ("delete", made)):
        assert ada("assignment", words[0], here, *words[1:])[0] == 2, words
    iris = run("iris")
    # `ada` has points there, so losing those has to be confirmed.
    file.write_text(FILE.replace("[{problem: double, points: 4}]", "[]"), "utf-8")
    for command, done in (
        (("change", here, made, str(file)), "Changed: Compilation."),
        (("delete", here, made), "Deleted."),
    ):
        code, _, told = iris("assignment", *command)
        assert (code, "the points of 1 student" in " ".join(told.split())) == (2, True), told
        assert iris("assignment", *command, "--with-grades")[1] == f"{done}\n"
        file.write_text(FILE, "utf-8")
        iris("assignment", "change", here, made, str(file))
    assert iris("assignment", "delete", here, made)[0] == 2, "it is gone"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (("2026-10-12", "2026-09-12"), "before it opens"),
        (("points: 4", "points: -4"), "points"),
        (("double", "made_up"), "made_up"),
        (("due_at: ", "due: "), "due"),
        (("late_days: 1", "late_days: many"), "late_days"),
        (("name: Compilation", "name: ''"), "name"),
    ],
)
def test_a_wrong_assignment_is_refused_whole(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    tmp_path: Path,
    change: tuple[str, str],
    word: str,
) -> None:
    here, iris, file = course["course"], run("iris"), tmp_path / "assignment.yaml"
    before = iris("assignment", "show", here, course["assignment"])[1]
    file.write_text(FILE.replace(*change), "utf-8")
    for words in (("add", here), ("change", here, course["assignment"])):
        code, _, err = iris("assignment", *words, str(file))
        assert (code, word in err) == (2, True), err
    assert len(iris("assignment", "list", here)[1].splitlines()) == 2
    assert iris("assignment", "show", here, course["assignment"])[1] == before


def test_exceptions_are_set_listed_and_deleted(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
) -> None:
    where, iris = (course["course"], course["assignment"]), run("iris")
    student, due = find_student(iris, where[0], "ada"), wall(6 * DAY)
    iris("label", "add", where[0], "A")
    assert iris("exception", "list", *where)[1] == "There are no exceptions.\n"
    told = iris("exception", "set", *where, "--label", "A", "--late-days", "1", "--after", "closed")[1]
    assert told == "Set: after closed; late-days 1.\n"
    shown = due.replace("T", " ")
    assert iris("exception", "set", *where, "--student", student, "--due-at", due)[1] == f"Set: due-at {shown}.\n"
    rows = [line.split(maxsplit=3) for line in iris("exception", "list", *where)[1].splitlines()[1:]]
    assert sorted(row[1:] for row in rows) == [
        ["label", "A", "after closed; late-days 1"], ["student", "ada", f"due-at {shown}"],
    ]  # fmt: skip
    for wrong in (("--late-days", "-1"), ("--due-at", wall(-6 * DAY)), ("--due-at", "soon"), ("--minutes", "5")):
        assert iris("exception", "set", *where, "--label", "A", *wrong)[0] == 2, wrong
    assert iris("exception", "set", *where, "--label", "none", "--late-days", "1")[0] == 2
    assert iris("exception", "set", *where, "--late-days", "1")[0] == 2, "for nobody"
    assert run("ada")("exception", "list", *where)[0] == 2
    iris = run("iris")
    for row in rows:
        assert iris("exception", "delete", *where, row[0])[1] == "Deleted.\n"
    assert iris("exception", "list", *where)[1] == "There are no exceptions.\n"


def test_private_katas_are_listed_and_only_their_authors_may_add_them(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
) -> None:
    here, iris = course["course"], run("iris")
    assert iris("private", "list", here)[1] == "There are no private katas.\n"
    for words in (("add", here, "double"), ("remove", here, "double"), ("add", here, "made_up")):
        assert iris("private", *words)[0] == 2, words
    assert run("ada")("private", "list", here)[0] == 2
