"""The scratchpad: programs that are run, shared by a link, listed and deleted."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from app.db.models import Submission, now
from app.db.statuses import Role
from app.domains.runs.errors import RunNotFoundError
from app.domains.runs.service import KEPT
from app.domains.scratch import service as scratch
from app.domains.scratch.errors import ProgramNotFoundError, ProgramUnfinishedError, TooManyProgramsError
from tests.integration.app.conftest import EACH_DATABASE, StandInGrader, make_instructor

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.services import Services
    from tests.integration.app.conftest import Person

SOURCE = "import jax\n\nprint(jax.jit(lambda x: 2 * x)('<b>a</b>'))\n"


async def run(person: Person, source: str = SOURCE) -> str:
    """Run a program, wait for its end, and return its id."""
    made = (await person.http.post("/api/v1/programs", json={"source": source})).json()
    async with asyncio.timeout(60):
        while (await person.http.get(f"/api/v1/runs/{made['id']}")).json()["status"] != "done":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return str(made["id"])


async def share(person: Person, run_id: str) -> str:
    """Share a run; return the path of its page."""
    answer = await person.send("/scratchpad/programs", run=run_id)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def test_everybody_may_open_the_scratchpad_and_find_it(nobody: Person, ada: Person) -> None:
    page = await nobody.read("/scratchpad")
    assert "decay = jax.jit" in page
    assert "Programs you share" not in page
    assert "None yet" in await ada.read("/scratchpad")
    assert page.count('href="/scratchpad"') == 1
    assert (await nobody.read("/")).count('href="/scratchpad"') == 2


async def test_a_program_is_shared_with_its_report_and_without_a_name(ada: Person, nobody: Person) -> None:
    run_id = await run(ada)
    path = await share(ada, run_id)
    assert await share(ada, run_id) == path, "a run is shared once"
    page = await nobody.read(path)
    assert "again 1 time" in page
    assert "isn't proof" in page.replace("&#39;", "'")
    assert ">ada<" not in page
    assert "&lt;b&gt;a" in page
    assert "<b>a" not in page
    assert "Delete it" not in page
    assert 'content="noindex"' in page
    again = await nobody.read(f"/scratchpad?program={path.rpartition('/')[2]}")
    assert "&lt;b&gt;a" in again
    listed = await ada.read("/scratchpad")
    assert path in listed
    assert "print(jax.jit" in listed


async def test_who_signs_in_comes_back_to_the_program_that_they_chose(ada: Person, nobody: Person) -> None:
    token = (await share(ada, await run(ada))).rpartition("/")[2]
    page = await nobody.read(f"/scratchpad?program={token}")
    assert set(re.findall(r'href="/sign(?:in|up)\?next=([^"]*)"', page)) == {f"/scratchpad%3Fprogram%3D{token}"}
    assert '"passing": false' in page
    assert '"passing": true' in await ada.read(f"/scratchpad?run={await run(ada)}")


async def test_a_shared_program_outlives_its_run(application: FastAPI, ada: Person, nobody: Person) -> None:
    services: Services = application.state.services
    path = await share(ada, await run(ada))
    long_ago = now() - KEPT - timedelta(seconds=1)
    await services.database.write(lambda session: session.execute(update(Submission).values(created_at=long_ago)))
    assert await services.runs.sweep() == 1
    assert "lambda" in await nobody.read(path)


async def test_its_owner_deletes_it_and_nobody_else(application: FastAPI, ada: Person, nobody: Person) -> None:
    path = await share(ada, await run(ada))
    async with make_instructor(application, "otto") as other:
        assert (await other.send(f"{path}/delete")).status_code == 404
    assert (await nobody.send(f"{path}/delete")).status_code == 401
    assert (await ada.send(f"{path}/delete")).status_code == 303
    await nobody.read(path, 404)
    await nobody.read(f"/scratchpad?program={path.rpartition('/')[2]}", 404)


async def test_an_admin_deletes_what_nobody_should_be_shown(application: FastAPI, ada: Person, nobody: Person) -> None:
    path = await share(ada, await run(ada))
    services: Services = application.state.services
    account = await services.accounts.find("ada")
    admin = await services.accounts.add_user("root", "a long password", Role.ADMIN)
    assert admin.id != account.id
    await services.scratch.delete(admin, path.rpartition("/")[2])
    await nobody.read(path, 404)


@EACH_DATABASE
async def test_only_what_has_ended_is_shared_and_only_so_much(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await services.accounts.add_user("ada", "a long password", Role.LEARNER)
    other = await services.accounts.add_user("bob", "a long password", Role.LEARNER)
    waiting = await services.runs.run_program("print(1)", None, "address 192.0.2.1")
    with pytest.raises(ProgramUnfinishedError):
        await services.scratch.share(ada, waiting.id)
    samples = await services.runs.run_samples("double", "x = 1", None, "address 192.0.2.1")
    with pytest.raises(ProgramUnfinishedError):
        await services.scratch.share(ada, samples.id)
    with pytest.raises(RunNotFoundError):
        await services.scratch.share(ada, "made-up")
    with pytest.raises(ProgramNotFoundError):
        await services.scratch.open("made-up")
    work = await services.ledger.begin("here:1:a")
    assert work is not None
    assert work.public_id == waiting.id
    await services.ledger.finish(work, StandInGrader().observe(b"print(1)"), [])
    monkeypatch.setattr(scratch, "MAX_PROGRAMS", 1)
    token = await services.scratch.share(ada, waiting.id)
    assert await services.scratch.share(ada, waiting.id) == token
    assert (await services.scratch.open(token)).source == "print(1)"
    monkeypatch.setattr(scratch, "MAX_PROGRAMS", 0)
    with pytest.raises(TooManyProgramsError):
        await services.scratch.share(other, waiting.id)


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("import jax\n\nx = 1", "x = 1"),
        ("# why\nimport jax", "# why"),
        ("", ""),
        ("y = " + "1" * 100, "y = " + "1" * 56 + " …"),
    ],
)
def test_a_program_is_listed_by_its_first_telling_line(source: str, title: str) -> None:
    assert scratch.find_title(source) == title
