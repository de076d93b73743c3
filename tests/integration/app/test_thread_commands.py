"""Requests, rubrics and threads on the command line: a real server, with the rights of the token's owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from app.db.statuses import Role
from app.domains.accounts.scopes import Scope
from tests.integration.app.conftest import PASSWORD
from tests.integration.app.running import make_command
from tests.integration.app.test_courses import API, COURSE, check, make_assignment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.integration.app.site import Site

    Run = Callable[..., tuple[int, str, str]]

SOURCE = "def double(x):\n    return x + x\n"
HOSTILE = "Use \x1b[31m`2 * x`"


@pytest.fixture
def run(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], Run]:
    """Return a function that signs a user in, and returns a function that runs `jaxdojo` as that user."""
    command = make_command(monkeypatch, capsys)

    def sign_in(name: str) -> Run:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / name))
        if not (tmp_path / name).exists():
            assert command("login", site.url, "--token", make_token(site, name))[0] == 0
        return command

    return sign_in


def make_token(site: Site, name: str, scopes: frozenset[Scope] | None = None) -> str:
    services = site.application.state.services
    account = site.do(services.accounts.find(name))
    made = services.tokens.make(account) if scopes is None else services.tokens.make(account, "", scopes=scopes)
    return str(site.do(made))


@pytest.fixture
def course(site: Site) -> dict[str, str]:
    """Return the ids in a course of `iris`, with a submission by `ada` about which she has a request."""
    services = site.application.state.services
    for name, role in {"iris": Role.INSTRUCTOR, "otto": Role.INSTRUCTOR, "bob": Role.LEARNER}.items():
        site.do(services.accounts.add_user(name, PASSWORD, role))
    clients = {
        name: httpx.Client(base_url=site.url, headers={"Authorization": f"Bearer {make_token(site, name)}"}, timeout=60)
        for name in ("iris", "ada")
    }
    with clients["iris"] as iris, clients["ada"] as ada:
        made = check(iris.post(API, json=COURSE), 201)["id"]
        assignment = check(iris.post(f"{API}/{made}/assignments", json=make_assignment()), 201)["id"]
        code = check(iris.put(f"{API}/{made}/joining", json={"open": True}))["code"]
        check(ada.post(f"{API}/join", json={"code": code}))
        sent = {"source": SOURCE, "mode": "submit"}
        submission = check(ada.post("/api/v1/problems/double/submissions", json=sent), 202)["id"]
        ada.get(f"/api/v1/submissions/{submission}/events")
        asked = ada.post(f"{API}/{made}/submissions/{submission}/requests", json={"reason": "It is right."})
        request = check(asked, 201)["requests"][0]["id"]
    return {"course": str(made), "assignment": str(assignment), "submission": str(submission), "request": str(request)}


def test_a_request_is_listed_taken_and_answered(course: dict[str, str], run: Callable[[str], Run]) -> None:
    here, request = course["course"], course["request"]
    iris = run("iris")
    code, out, _ = iris("request", "list", here)
    assert code == 0
    assert out.splitlines()[1].split()[0] == request
    assert "Doubling" in out.splitlines()[1], "the assignment"
    assert out.splitlines()[1].split()[-3:] == ["double", "ada", "-"]
    assert iris("request", "take", here, request)[1] == "iris deals with it.\n"
    assert "iris" in iris("request", "list", here)[1]
    assert iris("request", "take", here, request, "--owner", "")[1] == "Nobody deals with it.\n"
    assert "Only staff" in iris("request", "take", here, request, "--owner", "bob")[2]
    for name, word in {"ada": "right", "otto": "course"}.items():
        other = run(name)
        for words in (("list", here), ("take", here, request), ("answer", here, request, "No.")):
            code, out, err = other("request", *words)
            assert (code, out, word in err) == (2, "", True), (name, words, err)
    iris = run("iris")
    assert "6.5 points" in iris("request", "answer", here, request, "You are right.", "--points", "6.5")[1]
    code, _, err = iris("request", "answer", here, request, "Again.")
    assert (code, "no longer open" in err) == (2, True)
    assert "answered" in iris("request", "list", here)[1]


def test_a_thread_is_listed_shown_and_written(course: dict[str, str], run: Callable[[str], Run]) -> None:
    here, submission = course["course"], course["submission"]
    iris = run("iris")
    assert iris("thread", "write", here, submission, HOSTILE, "--line", "2")[1] == "Written.\n"
    assert "fewer lines" in iris("thread", "write", here, submission, "x", "--line", "9")[2]
    for name in ("iris", "ada"):
        command = run(name)
        listed = command("thread", "list", here)[1].splitlines()
        assert (listed[1].split()[0], listed[1].split()[-1], len(listed)) == (submission, "2", 2)
        out = command("thread", "show", here, submission)[1]
        assert "ada, double: accepted" in out
        assert "line 2:\n  >     return x + x\n" in out
        assert "  It is right." in out
        assert "\x1b" not in out
    assert run("ada")("thread", "write", here, submission, "Thanks.")[0] == 0
    for name in ("bob", "otto"):
        for words in (("list", here), ("show", here, submission), ("write", here, submission, "x")):
            code, out, err = run(name)("thread", *words)
            assert (code, out, "course" in err) == (2, "", True), (name, words, err)


def test_a_student_asks_for_another_look_and_withdraws(course: dict[str, str], run: Callable[[str], Run]) -> None:
    here, submission = course["course"], course["submission"]
    ada = run("ada")
    assert ada("request", "ask", here, submission, "Please.")[0] == 2, "one request at a time"
    assert run("iris")("request", "withdraw", here, course["request"])[0] == 2, "it is hers alone"
    ada = run("ada")
    assert ada("request", "withdraw", here, course["request"])[1] == "Withdrawn.\n"
    assert ada("request", "withdraw", here, course["request"])[0] == 2
    assert ada("request", "ask", here, submission, "Please.")[0] == 0
    assert f"request {course['request']}: withdrawn" in ada("thread", "show", here, submission)[1]


def test_comments_are_kept_changed_and_deleted(course: dict[str, str], run: Callable[[str], Run]) -> None:
    here, iris = course["course"], run("iris")
    assert iris("comment", "list", here)[1] == "No comments are kept.\n"
    assert iris("comment", "add", here, HOSTILE)[1] == "Kept.\n"
    line = iris("comment", "list", here)[1].splitlines()[1]
    assert (line.split()[1], "\x1b" in line, line.endswith("`2 * x`")) == ("iris", False, True)
    comment = line.split()[0]
    assert iris("comment", "change", here, comment, "Write `2 * x`.")[1] == "Changed.\n"
    assert iris("comment", "list", here)[1].splitlines()[1].endswith("Write `2 * x`.")
    assert run("ada")("comment", "list", here)[0] == 2
    iris = run("iris")
    assert iris("comment", "delete", here, comment)[1] == "Deleted.\n"
    assert iris("comment", "delete", here, comment)[0] == 2
    assert iris("comment", "list", here)[1] == "No comments are kept.\n"


def test_a_rubric_is_shown_and_set(course: dict[str, str], run: Callable[[str], Run], tmp_path: Path) -> None:
    where = (course["course"], course["assignment"], "double")
    iris, file = run("iris"), tmp_path / "rubric.yaml"
    assert iris("rubric", "show", *where)[1] == "items: []\n"
    file.write_text('items:\n  - {points: -2, words: "It\'s a loop: over rows"}\n  - {points: 1.5, words: Short}\n')
    assert iris("rubric", "set", *where, str(file))[1] == "The rubric has 2 items now.\n"
    shown = iris("rubric", "show", *where)[1]
    assert "words: 'It''s a loop: over rows'" in shown
    file.write_text(shown.replace("points: 1.5", "points: 2"))
    assert iris("rubric", "set", *where, str(file))[1] == "The rubric has 2 items now.\n"
    assert iris("rubric", "show", *where)[1] == shown.replace("points: 1.5", "points: 2"), "items keep their ids"
    for wrong, word in {
        "items: 3": "items", "items: [{points: x, words: y}]": "points", "items: [{id: made-up, points: 1, words: y}]":
        "isn't in this rubric",
    }.items():  # fmt: skip
        file.write_text(wrong)
        code, _, err = iris("rubric", "set", *where, str(file))
        assert (code, word in err) == (2, True), err
    assert iris("rubric", "set", *where, str(tmp_path / "none.yaml"))[0] == 2
    items = [line.split()[-1] for line in shown.splitlines() if "id:" in line]
    assert iris("rubric", "tick", where[0], course["submission"], items[0])[1] == "1 item ticked.\n"
    assert "8 of 10" in run("ada")("course", "show", where[0])[1]
    assert run("iris")("rubric", "tick", where[0], course["submission"])[1] == "0 items ticked.\n"
    assert "10 of 10" in run("ada")("course", "show", where[0])[1]
    assert run("ada")("rubric", "tick", where[0], course["submission"], items[0])[0] == 2
    assert run("ada")("rubric", "show", *where)[0] == 2
    assert run("ada")("rubric", "set", *where, str(file))[0] == 2


def test_a_token_needs_the_scope(course: dict[str, str], site: Site, run: Callable[[str], Run]) -> None:
    command = run("iris")
    token = make_token(site, "iris", frozenset({Scope.READ, Scope.SUBMIT}))
    command("login", site.url, "--token", token)
    code, _, err = command("thread", "list", course["course"])
    assert (code, "courses" in err) == (2, True), err
