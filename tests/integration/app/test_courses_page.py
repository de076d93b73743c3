"""The commands of docs/courses.md are run, one after the other, against a real server."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Role
from tests.integration.app.conftest import PASSWORD, publish
from tests.integration.app.test_class_commands import ask, find_student
from tests.integration.app.test_courses import DAY, check, wall
from tests.integration.app.test_exams import make_exam

# The fixtures of a server with a course that `iris` teaches and `ada` attends
from tests.integration.app.test_thread_commands import course, run  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.kit.settings import Settings
    from tests.integration.app.site import Site
    from tests.integration.app.test_thread_commands import Run

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "courses.md").read_text("utf-8")
SOURCE = "def double(x):\n    y = x + x\n    return y\n"
FILE = "email,name,number,labels"
"""The first line of the page's table, whose lines are no commands."""
AS = {"staff accept": "tom", "course join": "bob", "course show": "ada", "extension ask": "ada"} | {
    "extension late-days": "ada",
    "exam start": "ada",
    "request ask": "ada",
}
"""Who runs a command, if not the teacher."""


def find_lines() -> list[list[str]]:
    """Return the page's commands as words, without `jaxdojo`, in order."""
    lines = re.findall(r"^ {4}jaxdojo (.*)$", PAGE, flags=re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.fixture
def named(site: Site, course: dict[str, str]) -> dict[str, str]:  # noqa: F811
    """Return what the page's words in capitals stand for; what only a command reveals is added later."""
    services, here = site.application.state.services, course["course"]
    site.do(publish(services, "halve"))
    site.do(services.accounts.add_user("tom", PASSWORD, Role.INSTRUCTOR))
    check(ask(site, "iris", "PUT", f"{here}/labels/A"), 204)
    exam = make_exam(katas=[{"problem": "halve", "points": 10}])
    made = check(ask(site, "iris", "POST", f"{here}/assignments", **exam), 201)["id"]
    path = f"{here}/assignments/{course['assignment']}/extensions"
    check(ask(site, "ada", "POST", path, until=wall(9 * DAY), reason="I was ill."), 204)
    sent = check(ask(site, "ada", "POST", "../problems/double/submissions", source=SOURCE, mode="submit"), 202)["id"]
    ask(site, "ada", "GET", f"../submissions/{sent}/events")
    return {
        "COURSE": here,
        "ASSIGNMENT": course["assignment"],
        "EXAM": made,
        "REQUEST": course["request"],
        "SUBMISSION": sent,
        "KATA": "double",
        "2026-10-19T23:59": wall(6 * DAY),
        "2026-12-20T23:59": wall(12 * DAY),
        "2026-10-20": wall(DAY)[:10],
    }


def test_each_command_of_the_page_works(
    run: Callable[[str], Run],  # noqa: F811
    named: dict[str, str],
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in {"DATA": settings.data, "DATABASE_URL": settings.database_url, "RUNNER": "separate"}.items():
        monkeypatch.setenv(f"JAXDOJO_{name}", str(value))
    [table] = re.findall(rf"^ {{4}}({FILE}\n(?: {{4}}.*\n)+)", PAGE, flags=re.MULTILINE)
    (tmp_path / "students.csv").write_text(table, "utf-8")
    named["STUDENT"] = find_student(run("iris"), named["COURSE"], "ada")
    lines = find_lines()
    assert len(lines) > 40
    for words in lines:
        group = " ".join(words[:2])
        names = dict(named)
        if words[0] == "exam":
            names["ASSIGNMENT"] = named["EXAM"]
        if group == "extension grant":
            names["REQUEST"] = run("iris")("extension", "list", named["COURSE"])[1].splitlines()[1].split()[0]
        given, _, file = " \0".join(names.get(word, word) for word in words).partition(" \0> \0")
        code, printed, error = run(AS.get(group, "iris"))(*given.split(" \0"))
        assert code == 0, f"jaxdojo {shlex.join(words)}: {error}"
        if file:
            (tmp_path / file).write_text(printed, "utf-8")
        if group in {"staff invite", "roster open"}:
            named["LINK" if group == "staff invite" else "CODE"] = printed.split()[-1]
