"""Rosters, grades, extensions and exams on the command line: a real server, with the rights of the token's owner."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

import httpx
import pytest

from app.domains.courses.roster_file import read_roster
from tests.integration.app.test_courses import API, DAY, check, wall
from tests.integration.app.test_exams import make_exam

# The fixtures of a server with a course that `iris` teaches and `ada` attends
from tests.integration.app.test_thread_commands import course, make_token, run  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.integration.app.site import Site
    from tests.integration.app.test_thread_commands import Run

pytestmark = pytest.mark.usefixtures("course", "run")


def ask(site: Site, name: str, method: str, path: str, /, **body: object) -> httpx.Response:
    headers = {"Authorization": f"Bearer {make_token(site, name)}"}
    return httpx.request(method, f"{site.url}{API}/{path}", headers=headers, json=body or None, timeout=60)


def find_student(iris: Run, here: str, search: str) -> str:
    return iris("roster", "list", here, "--search", search)[1].splitlines()[1].split()[0]


def test_a_roster_is_imported_and_listed(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    tmp_path: Path,
) -> None:
    here, iris, file = course["course"], run("iris"), tmp_path / "roster.csv"
    file.write_text("email,name,section\neve@example.org,\x1b[31mEve,A\n", "utf-8")
    code, _, err = iris("roster", "import", here, str(file))
    assert (code, "Row 2" in err) == (2, True), err
    file.write_text("email,name,section\neve@example.org,Eve,A\nfay@example.org,Fay,B\n", "utf-8")
    assert iris("roster", "import", here, str(file), "--mail")[1] == "2 invited, 0 changed, 0 put back.\n"
    listed = [line.split() for line in iris("roster", "list", here)[1].splitlines()[1:]]
    assert [(line[1], line[-2], line[-1]) for line in listed] == [
        ("-", "-", "attends"), ("Eve", "A", "invited"), ("Fay", "B", "invited"),
    ]  # fmt: skip
    assert len(iris("roster", "list", here, "--label", "B")[1].splitlines()) == 2
    assert iris("roster", "list", here, "--removed")[1] == "Nobody.\n"
    assert iris("roster", "import", here, str(tmp_path / "none.csv"))[0] == 2
    for name in ("ada", "bob"):
        for words in (("list", here), ("import", here, str(file))):
            assert run(name)("roster", *words)[0] == 2, (name, words)


def test_grades_are_exported_set_and_restored(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    tmp_path: Path,
) -> None:
    here, iris, file = course["course"], run("iris"), tmp_path / "grades.csv"
    where = (here, find_student(iris, here, "ada"), course["assignment"], "double")
    assert iris("grades", "set", *where, "7.5", "A slip.")[1] == "7.5 points count now.\n"
    assert iris("grades", "export", here, str(file))[0] == 0
    assert file.read_bytes().splitlines(keepends=True)[1] == b'"ada","","","",7.5,10,7.5\r\n'
    assert iris("grades", "undo", *where)[0] == 0
    assert iris("grades", "undo", *where)[0] == 2, "there is nothing to undo"
    iris("grades", "export", here, str(file))
    assert file.read_text("utf-8").splitlines()[1].endswith(",10.0,10,10.0")
    assert iris("grades", "show", here)[1].splitlines()[1].split() == [where[1], "ada", "10", "10"]
    assert iris("grades", "show", here, "--search", "nobody")[1] == "Nobody.\n"
    assert iris("grades", "set", *where, "-1", "No.")[0] == 2
    # Spreadsheets that know UTF-8 only by its mark read the names right, and so does a roster's import.
    assert iris("roster", "change", here, where[1], "--name", "Änne Größe")[0] == 0
    iris("grades", "export", here, str(file))
    assert file.read_bytes().startswith(codecs.BOM_UTF8 + b'"account","name",')
    assert file.read_text("utf-8-sig").splitlines()[1].startswith('"ada","Änne Größe"')
    assert read_roster(file.read_bytes()).rows[0].name == "Änne Größe"
    assert iris("roster", "import", here, str(file))[1] == "0 invited, 0 changed, 0 put back.\n"
    ada = run("ada")
    assert ada("grades", "export", here, str(tmp_path / "hers.csv"))[0] == 2
    assert not (tmp_path / "hers.csv").exists()
    assert ada("grades", "set", *where, "10", "Please.")[0] == 2


def test_extensions_are_listed_granted_and_declined(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    site: Site,
) -> None:
    here, path = course["course"], f"{course['course']}/assignments/{course['assignment']}/extensions"
    iris = run("iris")
    assert iris("extension", "list", here)[1] == "No requests yet.\n"
    until = wall(9 * DAY)
    check(ask(site, "ada", "POST", path, until=until, reason="I was ill."), 204)
    line = iris("extension", "list", here)[1].splitlines()[1]
    assert line.split()[-6:] == ["ada", *until.split("T"), "I", "was", "ill."]
    request = line.split()[0]
    assert run("ada")("extension", "grant", here, request)[0] == 2
    iris = run("iris")
    assert iris("extension", "grant", here, request, "--until", "tomorrow")[0] == 2
    assert iris("extension", "grant", here, request, "--until", wall(8 * DAY), "--answer", "Get well.")[0] == 0
    assert iris("extension", "decline", here, request)[0] == 2, "it is decided"
    check(ask(site, "ada", "POST", path, until=until, reason="Again."), 204)
    second = iris("extension", "list", here)[1].splitlines()[1].split()[0]
    assert iris("extension", "decline", here, second, "--answer", "No.")[1] == "Declined.\n"
    told = check(ask(site, "ada", "GET", f"{here}/own"))["extensions"]
    assert {(one["status"], one["answer"]) for one in told} == {("granted", "Get well."), ("declined", "No.")}


def test_a_student_asks_for_time_and_spends_late_days(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
) -> None:
    where = (course["course"], course["assignment"])
    ada = run("ada")
    assert "3 late days left" in ada("course", "show", where[0])[1]
    assert ada("extension", "late-days", *where, "2")[1] == "2 late days spent on it.\n"
    assert "1 late day left" in ada("course", "show", where[0])[1]
    assert ada("extension", "late-days", *where, "3")[0] == 2, "the assignment allows two"
    assert ada("extension", "ask", *where, wall(DAY), "I was ill.")[0] == 2, "she has until then"
    assert ada("extension", "ask", *where, wall(9 * DAY), "I was ill.")[0] == 0
    shown = ada("course", "show", where[0])[1]
    assert f"Doubling ({where[1]}): " in shown
    assert "  double: 10 of 10, on time, 1 attempt\n" in shown
    request = shown.splitlines()[-1].split()[0]
    assert run("bob")("extension", "withdraw", where[0], request)[0] == 2
    assert run("ada")("extension", "withdraw", where[0], request)[1] == "Withdrawn.\n"
    iris = run("iris")
    student = find_student(iris, where[0], "ada")
    assert "  double: 10 of 10" in iris("course", "show", where[0], "--student", student)[1]
    assert iris("course", "show", where[0])[0] == 2, "she doesn't attend it"


def test_an_exam_is_watched_extended_and_released(
    course: dict[str, str],  # noqa: F811
    run: Callable[[str], Run],  # noqa: F811
    site: Site,
) -> None:
    here, iris = course["course"], run("iris")
    made = ask(site, "iris", "POST", f"{here}/assignments", **make_exam(minutes=30, holds_verdicts=True))
    exam = check(made, 201)["id"]
    student = find_student(iris, here, "ada")
    assert iris("exam", "extend", here, exam, "10", "A fire alarm.", "--student", student)[0] == 0
    assert iris("exam", "extend", here, exam, "5", "Noise.")[0] == 0
    assert iris("exam", "extend", here, exam, "5", "Noise.", "--label", "none")[0] == 2
    shown = iris("exam", "show", here, exam)[1].splitlines()
    assert shown[1].split() == [student, "ada", "ready", "-", *shown[1].split()[4:6], "+15"]
    assert [line.split()[1:3] for line in shown[4:6]] == [["+5", "all"], ["+10", "ada"]]
    assert "Verdicts are held until" in shown[6]
    assert iris("exam", "shorten", here, exam, shown[4].split()[0])[1] == "Taken back.\n"
    assert iris("exam", "shorten", here, exam, shown[4].split()[0])[0] == 2, "it is gone"
    assert iris("exam", "show", here, exam)[1].splitlines()[1].endswith("+10")
    ada = run("ada")
    assert ada("exam", "clock", here, exam)[1] == "Not started.\n"
    assert ada("exam", "start", here, exam)[1] == "40 minutes left.\n"
    assert ada("exam", "clock", here, exam)[1] == "40 minutes left.\n"
    assert run("bob")("exam", "start", here, exam)[0] == 2
    assert run("ada")("exam", "release", here, exam)[0] == 2
    iris = run("iris")
    assert iris("exam", "release", here, exam)[1] == "Released.\n"
    assert "held" not in iris("exam", "show", here, exam)[1]
    assert iris("exam", "release", here, exam)[0] == 2
