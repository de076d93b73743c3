"""Changes to a whole problem over HTTP: redrawing, retiring, deleting, restoring a version, renaming files."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.kit.errors import DatabaseUnavailableError
from tests.integration.app.conftest import (
    AUTHORING as API,
)
from tests.integration.app.conftest import Person, StandInGrader, make_instructor
from tests.integration.app.test_authoring import read, run_task, write
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.press import StandInPress


async def test_a_redraw_publishes_other_cases_or_changes_nothing(
    iris: Person, press: StandInPress, application: FastAPI
) -> None:
    services = application.state.services
    refused = await run_task(iris, "redraw")
    assert (refused["status"], refused["message"]) == ("refused", "`shift` isn't published yet: publish it first.")
    await run_task(iris, "publish")
    await write(iris, "starter.py", "BROKEN = True\n")
    assert (await run_task(iris, "redraw"))["status"] == "refused"
    history = await services.lifecycle.get_history("shift")
    assert (history.draw, len(history.versions)) == (0, 1)
    await write(iris, "starter.py", "def shift(x):\n    ...\n")
    assert (await run_task(iris, "redraw"))["version"] == 2
    history = await services.lifecycle.get_history("shift")
    assert (history.draw, len(history.versions)) == (1, 2)
    assert "problem_redrawn" in [entry.action for entry in await services.audit.list_since(None)]


async def test_a_problem_is_retired_and_restored(iris: Person) -> None:
    check_problem(await iris.http.post(f"{API}/shift/retire"), 409, "conflict")
    await run_task(iris, "publish")
    assert (await iris.http.post(f"{API}/shift/retire")).status_code == 204
    assert (await iris.http.get(f"{API}/shift")).json()["retired"]
    assert (await iris.http.post(f"{API}/shift/restore")).status_code == 204
    assert not (await iris.http.get(f"{API}/shift")).json()["retired"]
    check_problem(await iris.http.delete(f"{API}/shift"), 409, "conflict")


async def test_a_draft_is_deleted_by_its_owner_alone(iris: Person, application: FastAPI) -> None:
    async with make_instructor(application, "otto") as otto:
        await iris.http.put(f"{API}/shift/authors/otto")
        check_problem(await otto.http.delete(f"{API}/shift"), 403, "forbidden")
    assert (await iris.http.delete(f"{API}/shift")).status_code == 204
    check_problem(await iris.http.get(f"{API}/shift"), 404, "problem_not_found")
    again = await iris.http.post(API, json={"slug": "shift", "name": "Shift it"})
    assert again.status_code == 201, "its slug is free"


async def test_a_draft_is_not_deleted_under_a_task(iris: Person, press: StandInPress) -> None:
    press.gate = threading.Event()
    try:
        assert (await iris.http.post(f"{API}/shift/publish")).status_code == 202
        refused = await iris.http.delete(f"{API}/shift")
        assert "Another task is running" in check_problem(refused, 409, "conflict")["detail"]
    finally:
        press.gate.set()
    await iris.http.get(f"{API}/shift/task/events")
    check_problem(await iris.http.delete(f"{API}/shift"), 409, "conflict")
    assert (await iris.http.get("/api/v1/problems/shift")).json()["version"] == 1


async def test_a_file_is_renamed_and_never_replaces_another(iris: Person) -> None:
    path = "solutions/accepted/new_axis.py"
    text, tag = await read(iris, path)
    wanted = {"path": "solutions/accepted/indexed.py"}
    check_problem(await iris.http.post(f"{API}/shift/rename/{path}", json=wanted), 422, "invalid_input")
    wrong = await iris.http.post(f"{API}/shift/rename/{path}", json=wanted, headers={"If-Match": '"other"'})
    assert wrong.status_code == 412
    taken = {"path": "solutions/reference.py"}
    answer = await iris.http.post(f"{API}/shift/rename/{path}", json=taken, headers={"If-Match": tag})
    check_problem(answer, 409, "conflict")
    for bad in ("../x.py", "solutions/x.txt", "/etc/passwd.py"):
        answer = await iris.http.post(f"{API}/shift/rename/{path}", json={"path": bad}, headers={"If-Match": tag})
        check_problem(answer, 422, "invalid_input")
    done = await iris.http.post(f"{API}/shift/rename/{path}", json=wanted, headers={"If-Match": tag})
    assert (done.status_code, done.json()["etag"]) == (200, tag)
    assert (await read(iris, wanted["path"]))[0] == text
    assert (await iris.http.get(f"{API}/shift/files/{path}")).status_code == 404


async def test_a_mutant_is_listed_with_a_reason(iris: Person) -> None:
    wanted = {"name": "canonical:swap_operands.1", "reason": "Addition commutes, bit for bit."}
    assert (await iris.http.post(f"{API}/shift/equivalent", json=wanted)).status_code == 200
    text, _ = await read(iris, "solutions/equivalent.yaml")
    assert text == '"canonical:swap_operands.1": "Addition commutes, bit for bit."\n'
    other = {"name": "canonical:fake.first_answer", "reason": 'Each answer is the same: \\\\ and "quoted".'}
    assert (await iris.http.post(f"{API}/shift/equivalent", json=other)).status_code == 200
    for bad in (wanted, {**other, "name": "canonical"}, {**wanted, "name": "canonical:x.1", "reason": "short"}):
        check_problem(await iris.http.post(f"{API}/shift/equivalent", json=bad), 422, "invalid_input")


@pytest.mark.parametrize("way", ["task", "earlier"])
async def test_a_version_is_staged_with_its_regrade_or_not_at_all(
    iris: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A staged version without one could be neither applied nor dropped, and nothing else could be published."""
    await run_task(iris, "publish")
    await write(iris, "statement.md", "Another text.\n")
    reason = {"reason": "The first was right."}
    if way == "earlier":
        await run_task(iris, "publish")

    async def stage() -> str:
        if way == "task":
            return str((await run_task(iris, "stage", reason))["status"])
        return str((await iris.http.post(f"{API}/shift/versions/1/stage", json=reason)).status_code)

    def fail(*_args: object, **_more: object) -> None:
        raise DatabaseUnavailableError("away")

    with monkeypatch.context() as patch:
        patch.setattr("app.domains.regrading.repository.add_regrade", fail)
        assert await stage() in {"refused", "503"}
    versions = (await iris.http.get(f"{API}/shift/versions")).json()["versions"]
    assert {one["status"] for one in versions} == {"published"}
    assert await stage() in {"done", "202"}


async def test_an_earlier_version_is_made_current_again(
    iris: Person, ada: Person, grader: StandInGrader, application: FastAPI
) -> None:
    await run_task(iris, "publish")
    await write(iris, "statement.md", "Another text.\n")
    assert (await run_task(iris, "publish"))["version"] == 2
    reason = {"reason": "The first was right."}
    check_problem(await iris.http.post(f"{API}/shift/versions/9/stage", json=reason), 404, "version_not_found")
    check_problem(await iris.http.post(f"{API}/shift/versions/2/stage", json=reason), 409, "conflict")
    check_problem(await ada.http.post(f"{API}/shift/versions/1/stage", json=reason), 403, "forbidden")
    staged = await iris.http.post(f"{API}/shift/versions/1/stage", json=reason)
    assert staged.status_code == 202, staged.text
    check_problem(await iris.http.post(f"{API}/shift/versions/1/stage", json=reason), 409, "conflict")
    assert (await iris.http.get("/api/v1/problems/shift")).json()["version"] == 2, "nothing counts yet"
    regrade = staged.json()["regrade"]
    await iris.http.get(f"{API}/shift/regrades/{regrade}/events")
    assert (await iris.http.post(f"{API}/shift/regrades/{regrade}/apply")).status_code < 300
    versions = (await iris.http.get(f"{API}/shift/versions")).json()["versions"]
    assert [one["number"] for one in versions] == [3, 2, 1]
    assert versions[0]["digest"] == versions[2]["digest"]
    assert (await iris.http.get("/api/v1/problems/shift")).json()["version"] == 3
