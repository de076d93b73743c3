"""Staff, labels, single students and whole courses on the command line: a real server, with the owner's rights."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

# The fixtures of a server with a course that `iris` teaches and `ada` attends
from tests.integration.app.test_thread_commands import course, run  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.integration.app.test_thread_commands import Run

pytestmark = pytest.mark.usefixtures("course", "run")


def list_words(text: str) -> list[list[str]]:
    """Return the words of a table's lines below its headings."""
    return [line.split() for line in text.splitlines()[1:]]


def test_staff_are_set_invited_and_removed(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
) -> None:
    here, iris = course["course"], run("iris")
    assert list_words(iris("staff", "list", here)[1]) == [["iris", "edit", "edit"]]
    assert iris("staff", "set", here, "bob", "--content", "view")[1] == "bob: content view, student data none.\n"
    assert iris("staff", "set", here, "nobody", "--content", "view")[0] == 2
    assert iris("staff", "set", here, "bob")[0] == 2, "no right at all"
    assert iris("staff", "set", here, "bob", "--content", "all")[0] == 2
    path = iris("staff", "invite", here, "--data", "edit")[1].strip()
    invited = iris("staff", "list", here)[1].splitlines()[-1].split()
    assert invited[1:3] == ["none", "edit"]
    other = iris("staff", "invite", here, "--content", "edit", "--data", "edit")[1].strip()
    last = next(one for one in list_words(iris("staff", "list", here)[1]) if one[1:3] == ["edit", "edit"] and one[3:])
    assert iris("staff", "withdraw", here, last[0])[1] == "Withdrawn.\n"
    bob = run("bob")
    assert bob("staff", "accept", other)[0] == 2, "it was withdrawn"
    assert bob("staff", "set", here, "bob", "--content", "edit")[0] == 2, "they may not"
    assert bob("staff", "accept", f"https://dojo.example.org{path}")[1].strip() == here
    assert bob("staff", "accept", path)[0] == 2, "a link works once"
    assert ["bob", "view", "edit"] in list_words(bob("staff", "list", here)[1])
    assert "staff (content view, student data edit)" in bob("course", "list", "--remote")[1]
    assert bob("staff", "remove", here, "iris")[0] == 2
    assert bob("staff", "remove", here, "bob")[1] == "Removed.\n"
    assert bob("staff", "list", here)[0] == 2
    assert run("iris")("staff", "remove", here, "iris")[0] == 2, "somebody must be left"


def test_students_and_labels_are_changed_one_by_one(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
) -> None:
    here, iris = course["course"], run("iris")
    assert iris("label", "list", here)[1] == "There are no labels.\n"
    assert iris("label", "add", here, "Übung / A")[1] == "Added.\n"
    assert iris("label", "list", here)[1] == "Übung / A\n"
    assert iris("roster", "invite", here, "--account", "bob", "--name", "Bob", "--label", "B")[1] == (
        "1 invited, 0 changed, 0 put back.\n"
    )
    assert iris("roster", "invite", here, "--email", "nowhere")[0] == 2
    assert iris("roster", "invite", here)[0] == 2
    [bob] = list_words(iris("roster", "list", here, "--search", "bob")[1])
    changed = iris("roster", "change", here, bob[0], "--label", "B", "--label", "Übung / A", "--number", "7")[1]
    assert changed == "Bob, number 7, labels B; Übung / A.\n"
    assert iris("roster", "change", here, bob[0], "--name", "B. O. B.")[1] == (
        "B. O. B., number 7, labels B; Übung / A.\n"
    )
    assert iris("roster", "change", here, bob[0], "--no-labels")[1] == "B. O. B., number 7, labels -.\n"
    assert iris("label", "delete", here, "Übung / A")[1] == "Deleted.\n"
    assert iris("label", "delete", here, "Übung / A")[0] == 2
    assert iris("label", "list", here)[1] == "B\n"
    [ada] = list_words(iris("roster", "list", here, "--search", "ada")[1])
    assert iris("roster", "remove", here, ada[0])[1] == "Removed.\n"
    assert run("ada")("course", "show", here)[0] == 2
    iris = run("iris")
    assert [one[0] for one in list_words(iris("roster", "list", here, "--removed")[1])] == [ada[0]]
    assert iris("roster", "restore", here, ada[0])[1] == "Put back.\n"
    ada_runs = run("ada")
    assert "10 of 10" in ada_runs("course", "show", here)[1], "nothing of theirs is lost"
    for words in (("label", "list"), ("label", "add", "C"), ("roster", "remove", ada[0]), ("roster", "open")):
        assert ada_runs(*words[:2], here, *words[2:])[0] == 2, words


def test_students_join_attend_and_leave(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
) -> None:
    here, iris = course["course"], run("iris")
    code = iris("roster", "open", here)[1].strip()
    other = iris("roster", "open", here, "--new-code", "--until", "2099-10-20")[1].strip()
    assert code != other
    assert iris("roster", "open", here, "--until", "tomorrow")[0] == 2
    bob = run("bob")
    assert bob("course", "list", "--remote")[1] == "You are in no course.\n"
    assert bob("course", "join", code)[0] == 2
    assert bob("course", "join", other)[1].strip() == here
    assert list_words(bob("course", "list", "--remote")[1])[0][-1] == "student"
    assert bob("course", "leave", here)[1] == "You have left the course.\n"
    assert bob("course", "join", other)[0] == 2, "who was removed doesn't come back alone"
    iris = run("iris")
    assert iris("roster", "close", here)[1] == "Closed.\n"
    copy = iris("course", "copy", here, "Once more", "Spring", "2027-03-01")[1].strip()
    assert iris("roster", "invite", copy, "--account", "bob")[0] == 0
    bob = run("bob")
    assert list_words(bob("course", "invitations")[1]) == [[copy, "Once", "more,", "Spring"]]
    assert bob("course", "attend", copy, "--decline")[1] == "Declined.\n"
    assert bob("course", "attend", copy)[0] == 2
    assert bob("course", "invitations")[1] == "You have no invitations.\n"


def test_a_course_is_made_changed_archived_and_taken_away_as_a_file(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    tmp_path: Path,
) -> None:
    here, iris, file = course["course"], run("iris"), tmp_path / "course.json"
    assert iris("course", "export", here, str(file), "--remote")[0] == 0
    again = iris("course", "import", str(file), "--remote")[1].strip()
    second = tmp_path / "again.json"
    assert iris("course", "export", again, str(second), "--remote")[0] == 0
    assert second.read_text("utf-8") == file.read_text("utf-8")
    assert iris("course", "import", str(file))[0] == 2, "neither for this machine nor for a server"
    assert iris("course", "import", str(file), "--remote", "--teacher", "iris")[0] == 2
    changed = iris("course", "change", again, "--term", "Winter", "--late-days", "5")[1]
    assert changed == "Programming with JAX, Winter: 2026-10-01 to 2027-02-15, Europe/Berlin.\n"
    assert iris("course", "change", again, "--last-day", "2026-09-01")[0] == 2
    assert iris("course", "archive", again)[1] == "Archived.\n"
    assert iris("course", "change", again, "--term", "Spring")[0] == 2
    assert "archived" in iris("course", "list", "--remote")[1]
    assert iris("course", "reopen", again)[1] == "Open again.\n"
    empty = iris("course", "add", "New", "Spring", "2027-03-01", "2027-07-01", "Europe/Berlin")[1].strip()
    assert iris("assignment", "list", empty)[1] == "There are no assignments.\n"
    assert iris("course", "add", "New", "Spring", "2027-03-01", "2027-07-01", "Mars")[0] == 2
    assert iris("course", "stuck", here, "--remote")[1].splitlines()[1].startswith("double: ")
    assert len(iris("course", "webhook", here, "https://example.org/grades")[1].strip()) > 20
    ada = run("ada")
    for words in (("export", str(second), "--remote"), ("archive",), ("stuck", "--remote"), ("copy", "A", "B", "C")):
        assert ada("course", words[0], here, *words[1:])[0] == 2, words


def test_difficulties_and_the_platform(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    tmp_path: Path,
) -> None:
    here, iris, file = course["course"], run("iris"), tmp_path / "dolos.zip"
    cell = (here, "double", "values.mismatch")
    assert iris("course", "pin", *cell, "Look at the *shape*.")[1] == "Pinned.\n"
    shown = iris("course", "attempts", *cell)[1]
    assert "values.mismatch: 0 attempts by 0 students." in shown
    assert "Pinned hint: Look at the *shape*." in shown
    assert iris("course", "unpin", *cell)[1] == "Taken away.\n"
    assert iris("course", "unpin", *cell)[0] == 2
    assert iris("course", "pin", here, "double", "not a code", "x")[0] == 2
    assert iris("course", "attempts", here, "made_up", "values.mismatch")[0] == 2
    while "ask again" in (told := iris("course", "similar", here, "double")[1]):
        time.sleep(0.1)
    assert "this shows where to look and proves nothing" in told
    assert iris("course", "similar", here, "double", "--dolos", str(file))[0] == 0
    assert file.read_bytes()[:2] == b"PK"
    assert "No platform is linked." in iris("lms", "show", here)[1]
    for word in ("members", "columns", "scores"):
        assert iris("lms", word, here)[0] == 0
    assert iris("lms", "unlink", here, "made-up")[0] == 2
    ada = run("ada")
    for words in (("course", "pin", *cell, "x"), ("course", "similar", here, "double"), ("lms", "show", here)):
        assert ada(*words)[0] == 2, words
