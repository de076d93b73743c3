"""The audit log: the actions of admins and instructors are in it, if and only if they were carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.db.models import AuditEntry, now
from app.db.statuses import Role
from app.domains.audit.log import COMMAND_LINE, Action, act_as, record
from app.domains.audit.schemas import AuditFilter, LogEntry
from app.kit.addresses import shorten_address
from grader.report import Verdict
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE, PASSWORD, Person, StandInGrader, make_instructor

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.services import Services


async def read_log(services: Services, **wanted: str) -> list[LogEntry]:
    """Return the matching entries, the oldest first."""
    return (await services.audit.list_page(AuditFilter(**wanted), 1)).entries[::-1]


@EACH_DATABASE
async def test_what_instructors_do_is_logged(
    iris: Person, ada: Person, application: FastAPI, grader: StandInGrader
) -> None:
    services = application.state.services
    async with make_instructor(application, "otto"):
        await iris.http.put(f"{AUTHORING}/shift/authors/otto")
        await iris.http.delete(f"{AUTHORING}/shift/authors/otto")
    await iris.http.post(f"{AUTHORING}/shift/publish")
    await iris.http.get(f"{AUTHORING}/shift/task/events")
    source = {"source": "x = 1", "mode": "submit"}
    made = (await ada.http.post("/api/v1/problems/shift/submissions", json=source)).json()["id"]
    await ada.http.get(f"/api/v1/submissions/{made}/events")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    body = {"reason": "The third case was wrong."}
    regrade = (await iris.http.post(f"{AUTHORING}/shift/rejudge", json=body)).json()["regrades"][0]["id"]
    await iris.http.get(f"{AUTHORING}/shift/regrades/{regrade}/events")
    await iris.http.post(f"{AUTHORING}/shift/regrades/{regrade}/apply")
    entries = await read_log(services, actor="iris", target="shift")
    assert [(entry.action, entry.target) for entry in entries] == [
        ("problem_begun", "shift"),
        ("problem_shared", "shift"),
        ("problem_unshared", "shift"),
        ("problem_published", "shift"),
        ("regrade_started", "shift"),
        ("regrade_applied", "shift"),
    ]
    assert {entry.network for entry in entries} == {"127.0.0.0/24"}
    assert entries[1].details == {"with": "otto", "role": "edit"}
    assert entries[4].details == {"regrade": regrade, "submissions": 1, "reason": "The third case was wrong."}
    assert entries[5].details == {"regrade": regrade, "submissions": 1, "changed": 1}


async def test_what_is_refused_is_not_logged(iris: Person, application: FastAPI) -> None:
    services = application.state.services
    before = await read_log(services)
    assert (await iris.http.post(AUTHORING, json={"slug": "shift", "name": "Again"})).status_code == 409
    assert (await iris.http.put(f"{AUTHORING}/shift/authors/nobody")).status_code == 404
    assert await read_log(services) == before


async def test_an_entry_is_kept_only_with_what_it_tells(services: Services) -> None:
    def fail(session: Session) -> None:
        record(session, Action.PROBLEM_RETIRED, "double")
        raise KeyError

    with pytest.raises(KeyError):
        await services.database.write(fail)
    assert await read_log(services) == []


async def test_commands_are_logged_as_such(services: Services) -> None:
    act_as(COMMAND_LINE)
    await services.accounts.add_user("ada", PASSWORD, Role.LEARNER)
    await services.accounts.change_role("ADA", Role.INSTRUCTOR)
    await services.accounts.change_role("ada", Role.INSTRUCTOR)
    lifecycle = services.lifecycle
    await lifecycle.retire("double", retired=True)
    await lifecycle.retire("double", retired=False)
    entries = await read_log(services)
    assert {(entry.actor, entry.network) for entry in entries} == {("command line", "")}
    assert [(entry.action, entry.target, entry.line) for entry in entries] == [
        ("account_added", "ada", "role: learner"),
        ("role_changed", "ada", "before: learner, after: instructor"),
        ("problem_retired", "double", ""),
        ("problem_restored", "double", ""),
    ]
    assert await services.audit.list_since(now()) == []
    assert await services.audit.list_since(entries[-1].at) == entries[-1:]


async def test_an_entry_outlives_its_account(services: Services) -> None:
    def write(session: Session) -> None:
        session.add(AuditEntry(actor="gone", user_id=None, action="role_changed", target="x" * 200, details={"a": 1}))

    await services.database.write(write)
    assert [entry.actor for entry in await read_log(services, target="x" * 200)] == ["gone"]
    assert await services.database.read(lambda session: session.scalars(select(AuditEntry.network)).all()) == [""]


def test_signs_that_terminals_obey_are_not_printed() -> None:
    entry = LogEntry(now(), "ada", "", "x", "y", {"reason": "red: \x1b[31m"})
    assert entry.line == "reason: red: \N{REPLACEMENT CHARACTER}[31m"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("testclient", ""),
        ("", ""),
        ("1.2.3.4\r\nx", ""),
    ],
)
def test_part_of_an_address_is_kept(address: str, network: str) -> None:
    assert shorten_address(address) == network
