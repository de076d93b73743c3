"""Attacks with runs that need no account: on others' turns, on limits, and on what others ran."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from sqlalchemy import func, select

from app.db.models import Submission, Tries
from app.db.statuses import PENDING
from app.domains.limits.rate import read_clock_ms
from app.domains.problems.search import SearchIndex
from app.domains.runs.errors import TooManyGuestRunsError
from app.domains.runs.repository import make_run_id
from app.http.requests import SESSION_COOKIE
from app.queue.port import GUESTS
from app.server.application import create_app
from grader.report import Mode
from tests.integration.app.conftest import EACH_DATABASE, make_person, publish

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fastapi import FastAPI

    from app.domains.accounts.schemas import Account
    from app.domains.problems.schemas import ProblemDetail
    from app.domains.runs.schemas import RunView
    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader

SOURCE = "def double(x): return 2 * x"
RUNS = "/api/v1/problems/double/runs"
ADDRESSES = 200


@pytest.fixture
def _still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of rates, so that no use is given back meanwhile."""
    moment_ms = read_clock_ms()
    monkeypatch.setattr("app.domains.limits.repository.read_clock_ms", lambda: moment_ms)


async def attack(services: Services, askers: list[str]) -> list[RunView | BaseException]:
    """Let all of them run something at the same moment."""
    runs = (services.runs.run_samples("double", SOURCE, None, asker) for asker in askers)
    return await asyncio.gather(*runs, return_exceptions=True)


async def count_pending(services: Services) -> int:
    count = select(func.count()).where(Submission.status.in_(PENDING))
    return await services.database.read(lambda session: session.execute(count).scalar_one())


@EACH_DATABASE
async def test_many_addresses_at_once_fill_no_more_than_their_share_of_the_queue(services: Services) -> None:
    done = await attack(services, [f"address 198.51.100.{number}" for number in range(ADDRESSES)])
    refused = [one for one in done if isinstance(one, BaseException)]
    assert {type(one) for one in refused} == {TooManyGuestRunsError}
    assert await count_pending(services) == services.settings.max_guest_pending == len(done) - len(refused)


@EACH_DATABASE
async def test_members_go_first_though_guests_came_first(services: Services, account: Account) -> None:
    await attack(services, [f"address 198.51.100.{number}" for number in range(ADDRESSES)])
    assert await count_pending(services) == services.settings.max_guest_pending
    made = [await services.submissions.create(account, "double", SOURCE, Mode.SUBMIT) for _ in range(4)]
    assert [one.position for one in made] == [1, 2, 3, 4]
    for one in made:
        work = await services.ledger.begin("here:1:a")
        assert work is not None
        assert work.public_id == one.id
    assert await services.ledger.begin("here:1:a", urgent=True) is None, "a last slot is not for guests"
    guest = await services.ledger.begin("here:1:a")
    assert guest is not None
    assert guest.leaves_a_slot


async def test_endless_programs_of_guests_leave_a_slot_for_members(
    application: FastAPI, grader: StandInGrader, nobody: Person, ada: Person
) -> None:
    """There are two workers: guests' endless runs hold one of them, and a member gets a verdict all the same."""
    grader.gate.clear()
    for _ in range(4):
        assert (await nobody.http.post("/api/v1/programs", json={"source": "while True: pass"})).status_code == 202
    async with asyncio.timeout(60):
        while len(grader.sources) < 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    made = await ada.submit()
    async with asyncio.timeout(60):
        while SOURCE.replace("(x): return", "(x): return").encode() not in grader.sources:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert grader.sources.count(b"while True: pass") == 1
    grader.gate.set()
    await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    assert (await ada.http.get(f"/api/v1/submissions/{made['id']}")).json()["status"] == "done"
    assert application.state.runner.is_alive


@EACH_DATABASE
@pytest.mark.usefixtures("_still_clock")
async def test_one_address_can_t_take_all_that_guests_may(services: Services) -> None:
    services.runs._settings = services.settings.model_copy(
        update={"guest_runs_per_minute": 3, "max_guest_pending": 1000}
    )
    done = await attack(services, ["address 192.0.2.7"] * 50)
    refused = [one for one in done if isinstance(one, TooManyGuestRunsError)]
    assert len(done) - len(refused) == 3
    assert all("30" not in str(one) and "Too many people" not in str(one) for one in refused)
    await services.runs.run_samples("double", SOURCE, None, "address 192.0.2.8")


@EACH_DATABASE
@pytest.mark.usefixtures("_still_clock")
async def test_all_addresses_together_are_limited(services: Services) -> None:
    services.runs._settings = services.settings.model_copy(
        update={"all_guest_runs_per_minute": 7, "max_guest_pending": 1000}
    )
    done = await attack(services, [f"address 203.0.113.{number}" for number in range(50)])
    refused = [one for one in done if isinstance(one, TooManyGuestRunsError)]
    assert len(done) - len(refused) == 7
    assert all(one.headers["Retry-After"].isdigit() for one in refused)


async def test_what_is_refused_uses_nothing_up(services: Services) -> None:
    """A refusal stores no row, neither for a run nor for an address: otherwise refusals would fill the disk."""
    services.runs._settings = services.settings.model_copy(update={"max_guest_pending": 1})
    await attack(services, [f"address 203.0.113.{number}" for number in range(30)])
    keys = await services.database.read(lambda session: list(session.scalars(select(Tries.key))))
    assert len(keys) == 2  # all guests, and the address of the one that was accepted
    assert not any("203.0.113" in key for key in keys), "addresses are not stored"


FORGED = (
    {"x-forwarded-for": "{}"},
    {"x-forwarded-for": "{}, 10.0.0.1"},
    {"forwarded": "for={}"},
    {"x-real-ip": "{}"},
    {"cf-connecting-ip": "{}"},
    {"x-client-ip": "{}", "true-client-ip": "{}"},
)


@pytest.mark.parametrize("headers", FORGED, ids="+".join)
async def test_forged_headers_are_no_other_address(
    settings: Settings, grader: StandInGrader, headers: dict[str, str]
) -> None:
    changed = settings.model_copy(update={"guest_runs_per_minute": 2})
    application = create_app(changed, grader)
    async with application.router.lifespan_context(application):
        await publish(application.state.services)
        transport = httpx.ASGITransport(application, client=("192.0.2.9", 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test") as http:
            taken = []
            for number in range(8):
                forged = {name: value.format(f"203.0.113.{number}") for name, value in headers.items()}
                answer = await http.post(
                    RUNS, json={"source": SOURCE}, headers={"sec-fetch-site": "same-origin", **forged}
                )
                taken.append(answer.status_code)
    assert sorted(taken) == [202, 202] + [429] * 6


async def test_addresses_of_one_site_are_one_address(services: Services, settings: Settings) -> None:
    """Anybody with an IPv6 network has 2**64 addresses."""
    application = create_app(settings.model_copy(update={"guest_runs_per_minute": 2}), None)
    application.state.services = services
    services.runs._settings = settings.model_copy(update={"guest_runs_per_minute": 2})
    taken = []
    for number in range(6):
        transport = httpx.ASGITransport(application, client=(f"2001:db8::{number:x}", 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test") as http:
            answer = await http.post(RUNS, json={"source": SOURCE}, headers={"sec-fetch-site": "same-origin"})
            taken.append(answer.status_code)
    assert taken == [202, 202, 429, 429, 429, 429]


async def test_an_expired_sign_in_is_no_way_around_the_limits(application: FastAPI) -> None:
    """A made-up session counts as a guest; a made-up token is refused before anything runs."""
    person = make_person(application, cookie=f"{SESSION_COOKIE}={secrets.token_urlsafe(32)}")
    async with person.http:
        assert (await person.http.post(RUNS, json={"source": SOURCE})).status_code == 202
        answer = await person.http.post(RUNS, json={"source": SOURCE}, headers={"authorization": "Bearer made-up"})
        assert answer.status_code == 401


async def test_another_site_can_t_have_its_readers_run_code(nobody: Person) -> None:
    for path in (RUNS, "/api/v1/programs", "/programs", "/problems/double/runs"):
        answer = await nobody.http.post(path, data={"source": SOURCE}, headers={"sec-fetch-site": "cross-site"})
        assert answer.status_code == 403, path


async def test_a_run_is_seen_by_whoever_has_its_id_and_found_by_nobody(
    nobody: Person, ada: Person, application: FastAPI
) -> None:
    first = (await nobody.http.post(RUNS, json={"source": SOURCE})).json()["id"]
    second = (await nobody.http.post(RUNS, json={"source": SOURCE})).json()["id"]
    assert len(first) == len(second) == 26
    assert first[:6] != second[:6], "it doesn't begin with the time, as other ids do"
    for path in ("/api/v1/runs/{}", "/runs/{}", "/runs/{}/live"):
        assert (await nobody.http.get(path.format(first))).status_code == 200
        for guess in (make_run_id(), first[:-1] + ("0" if first[-1] != "0" else "1"), first.upper(), "1", "0", "%"):
            assert (await nobody.http.get(path.format(guess))).status_code == 404, guess
    # Nor is it in anybody's list, or in what others may request.
    for path in ("/api/v1/submissions", "/api/v1/problems/double/submissions", "/submissions", "/progress", "/"):
        for person in (ada, nobody):
            assert first not in (await person.http.get(path, headers={"accept": "text/html"})).text
    for path in (f"/api/v1/submissions/{first}", f"/api/v1/submissions/{first}/events", f"/submissions/{first}"):
        assert (await ada.http.get(path)).status_code == 404
        assert (await nobody.http.get(path, headers={"accept": "application/json"})).status_code in {303, 401}
    assert application.state.runner.is_alive


async def test_a_member_s_submission_is_no_run(ada: Person, nobody: Person) -> None:
    kept, program = await ada.solve(), (await ada.http.post("/api/v1/programs", json={"source": "1"})).json()["id"]
    other = make_person(ada.application)
    async with other.http:
        await other.sign_up("eve")
        for one in (kept, program):
            for person in (nobody, other):
                for path in (f"/api/v1/runs/{one}", f"/runs/{one}", f"/runs/{one}/live"):
                    assert (await person.http.get(path)).status_code == 404
    assert (await ada.http.get(f"/api/v1/runs/{program}")).status_code == 200


async def test_a_guest_can_t_ask_for_hidden_cases(nobody: Person) -> None:
    for extra in ({"mode": "submit"}, {"hidden": True}, {"user": 1}):
        assert (await nobody.http.post(RUNS, json={"source": SOURCE, **extra})).status_code == 422
    answer = await nobody.send("/problems/double/runs", source=SOURCE, mode="submit")
    run = await nobody.http.get(f"/api/v1{answer.headers['location']}")
    while run.json()["status"] != "done":
        run = await nobody.http.get(f"/api/v1{answer.headers['location']}")
    assert run.json()["report"]["mode"] == "run"
    assert "SECRET-CASE" not in run.text


def test_guests_come_after_members_and_before_the_background() -> None:
    from app.domains.submissions.service import choose_priority  # noqa: PLC0415 - beside what it is compared with

    assert max(choose_priority(mode, {mode: 1000}) for mode in Mode) < GUESTS


async def test_an_index_is_built_once_however_many_search(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start or a publication, each of many searches built one, in threads that sign-ins need, too."""
    built = []

    class SlowIndex(SearchIndex):
        def __init__(self, problems: Iterable[ProblemDetail]) -> None:
            time.sleep(0.1)
            built.append(self)
            super().__init__(problems)

    await publish(services)
    monkeypatch.setattr("app.domains.problems.service.SearchIndex", SlowIndex)
    found = await asyncio.gather(*(services.problems.search("double", None) for _ in range(50)))
    assert all("double" in one for one in found)
    assert len(built) == 1
