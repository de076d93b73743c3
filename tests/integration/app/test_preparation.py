"""What is warmed up before the service reports that it is ready, and in which order."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import structlog

from app.domains.problems.schemas import Published
from app.server.application import create_app
from app.work import last_used
from app.work.preparation import Preparation
from grader.errors import SandboxStartError
from grader.report import Mode
from tests.integration.app.conftest import make_person, publish

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from app.domains.accounts.schemas import Account
    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import StandInGrader


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"lost_after_s": 60.0})  # A busy machine's runner may be silent for seconds.


async def _ask(application: FastAPI) -> tuple[int, str, str]:
    async with make_person(application).http as http:
        answer = await http.get("/readyz")
    return answer.status_code, answer.json()["sandbox"], answer.json()["spares"]


async def _wait(application: FastAPI) -> None:
    async with asyncio.timeout(20):
        await application.state.preparation.ready.wait()


async def test_ready_means_that_spares_wait(services: Services, settings: Settings, grader: StandInGrader) -> None:
    grader.warm.clear()
    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        async with asyncio.timeout(20):
            while not grader.expected:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert (await _ask(application))[::2] == (503, "warming")
        async with make_person(application).http as http:
            assert (await http.get("/healthz")).status_code == 200
        grader.warm.set()
        await _wait(application)
        assert (await _ask(application))[::2] == (200, "warm")
        grader.warm.clear()
        assert (await _ask(application))[::2] == (200, "warm"), "a spare that was used doesn't take readiness back"


async def test_who_warms_for_too_long_is_ready_all_the_same(
    services: Services, settings: Settings, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.preparation.LIMIT_S", 0.01)
    grader.warm.clear()
    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        await _wait(application)
        assert (await _ask(application))[::2] == (200, "warming")


async def test_without_a_sandbox_nobody_waits(services: Services, settings: Settings, grader: StandInGrader) -> None:
    grader.missing = SandboxStartError("no jail")
    grader.warm.clear()
    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        await _wait(application)
        assert await _ask(application) == (503, "unavailable: no jail", "warming")


async def test_the_problem_used_last_is_warmed_first(
    services: Services, account: Account, grader: StandInGrader
) -> None:
    for position, slug in enumerate(("triple", "halve"), 2):
        await publish(services, slug, track_position=position)
    for slug in ("halve", "double", "halve"):
        await services.submissions.create(account, slug, "x = 1", Mode.RUN)
    assert [version.slug for version in await services.catalogue.list_by_use()] == ["halve", "double", "triple"]
    await Preparation(services).run(grader)
    slugs = [services.store.load(digest).manifest.slug for digest in grader.expected]
    assert slugs == ["triple", "double", "halve"], "the grader prefers what it heard of last"


class StandInPublisher:
    """Publishes nothing, but reports that it did when `go` is set."""

    def __init__(self, *packages: str) -> None:
        self.packages = list(packages)
        self.go = asyncio.Event()
        self.error: Exception | None = None

    def list_packages(self) -> list[str]:
        return self.packages

    async def publish(
        self, *, quick: bool, compiled: bool, note: Callable[[Published], None], expect: Callable[[int], None]
    ) -> list[Published]:
        assert quick
        assert not compiled
        expect(len(self.packages))
        await self.go.wait()
        if self.error is not None:
            raise self.error
        done = [Published(self.packages[0], "published", 1), Published(self.packages[-1], "refused", error="It fails.")]
        for one in done:
            note(one)
        return done


async def test_ready_means_that_new_problems_are_published(services: Services, grader: StandInGrader) -> None:
    preparation, publisher = Preparation(services), StandInPublisher("double", "one", "two")
    running = asyncio.create_task(preparation.run(grader, publisher))
    async with asyncio.timeout(20):
        while not preparation.unpublished:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert preparation.unpublished == 2
        assert not preparation.ready.is_set()
        publisher.go.set()
        await running
    assert preparation.ready.is_set()
    assert preparation.unpublished == 0


async def test_changed_problems_are_published_beside_the_work(services: Services, grader: StandInGrader) -> None:
    """A retired problem has a version, too: its learners wait for nothing."""
    preparation, publisher = Preparation(services), StandInPublisher("double", "halve")
    await publish(services, "halve")
    await services.lifecycle.retire("halve", retired=True)
    running = asyncio.create_task(preparation.run(grader, publisher))
    async with asyncio.timeout(20):
        await preparation.ready.wait()
        assert not running.done()
        assert preparation.unpublished == 0
        publisher.go.set()
        await running


async def test_publishing_anew_is_told_everywhere(
    services: Services, settings: Settings, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restore: `/readyz`, its advice, the log and each page report the progress."""
    publisher = StandInPublisher("double", "halve", "triple")
    monkeypatch.setattr("app.server.application.Publisher", lambda *_given: publisher)
    monkeypatch.setattr("app.work.preparation.is_current", lambda *_given, **_options: False)
    application = create_app(settings, grader)
    for slug in ("halve", "triple"):
        await publish(services, slug)
    async with application.router.lifespan_context(application), make_person(application).http as http:
        async with asyncio.timeout(20):
            while application.state.preparation.publishing is None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        application.state.preparation.publishing.done = 1
        found = (await http.get("/readyz")).json()
        assert found["publishing"] == {"done": 1, "total": 3}
        assert any("1 of 3 are done" in sentence for sentence in found["advice"])
        assert "1 of 3 are done" in (await http.get("/")).text
        with structlog.testing.capture_logs() as lines:
            publisher.go.set()
            await _wait(application)
            async with asyncio.timeout(20):
                while application.state.preparation.publishing is not None:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        assert [(line["done"], line["total"]) for line in lines if line["event"] == "publishing_goes_on"] == [
            (2, 3),
            (3, 3),
        ]
        found = (await http.get("/readyz")).json()
        assert (found["publishing"], found["sends"], found["advice"]) == (None, True, [])
        assert "are being published" not in (await http.get("/")).text


@pytest.mark.parametrize("error", [SandboxStartError("no jail"), IndexError("a slip of ours")])
async def test_a_publisher_that_fails_stops_nobody(services: Services, grader: StandInGrader, error: Exception) -> None:
    preparation, publisher = Preparation(services), StandInPublisher("one")
    publisher.error = error
    publisher.go.set()
    async with asyncio.timeout(20):
        await preparation.run(grader, publisher)
    assert preparation.ready.is_set()
    assert preparation.unpublished == 0


async def test_the_next_start_knows_what_was_used_last(
    services: Services, settings: Settings, account: Account, grader: StandInGrader
) -> None:
    await publish(services, "halve", track_position=2)
    assert last_used.recall(settings) is None
    await services.submissions.create(account, "halve", "x = 1", Mode.RUN)
    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        await _wait(application)
        assert _recall(settings) == "halve"
        await services.submissions.create(account, "double", "x = 1", Mode.RUN)
    assert _recall(settings) == "double", "it is noted at the end, too"


@pytest.mark.parametrize("note", ["", "../../etc", "0" * 64, "é"])
def test_a_bad_note_is_no_note(settings: Settings, note: str) -> None:
    settings.data.mkdir(exist_ok=True)
    (settings.data / "last-used").write_text(note, encoding="utf-8")
    assert last_used.recall(settings) is None


def _recall(settings: Settings) -> str | None:
    bundle = last_used.recall(settings)
    return None if bundle is None else bundle.manifest.slug
