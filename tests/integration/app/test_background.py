"""A background grader: it serves one user, with one version and the same settings, and survives whatever is sent."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import threading
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import uvloop

from app.kit.errors import ProblemNotFoundError
from app.kit.settings import Settings, prepare_data_directory
from app.server.application import create_app
from app.work.background import client, place, process
from app.work.background.client import NoGraderError, NotGradedError, grade_in_background
from app.work.background.messages import Asked, encode
from app.work.background.server import GradeServer
from app.work.installation import prepare_database
from grader.report import Mode, Report, Verdict
from tests.integration.app.conftest import StandInGrader, publish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.work.installation import ReportProgress


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Return settings whose socket has a longer path than the kernel accepts."""
    runtime = tmp_path / ("a folder whose name is long" * 4)
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    return Settings(data=tmp_path / "data", background_minutes=15, _env_file=None)


async def answer(slug: str, source: bytes, *, mode: Mode, progress: ReportProgress) -> Report:
    """Imitate a grader: the source is the score."""
    if slug == "doubel":
        raise ProblemNotFoundError(slug, "double")
    progress(slug, "cases", 1, 2)
    return Report(
        problem=slug, version="1", mode=mode, verdict=Verdict.ACCEPTED, code="accepted", message="", score=float(source)
    )


@asynccontextmanager
async def serve(settings: Settings, *, may_end: bool = True) -> AsyncIterator[GradeServer]:
    server = GradeServer(place.find_socket(settings), answer, workers=2, may_end=may_end)
    assert await server.start()
    try:
        yield server
    finally:
        await server.close()


async def ask(settings: Settings, slug: str, source: bytes = b"0.5") -> tuple[Report, list[tuple[object, ...]]]:
    told: list[tuple[object, ...]] = []
    report = await asyncio.to_thread(
        partial(grade_in_background, settings, slug, source, mode=Mode.RUN, progress=lambda *one: told.append(one))
    )
    return report, told


async def test_reports_and_failures_come_back(settings: Settings) -> None:
    async with serve(settings) as server:
        for _ in range(2):
            report, told = await ask(settings, "double")
            assert (report.problem, report.mode, report.score, told) == (
                "double",
                Mode.RUN,
                0.5,
                [("double", "cases", 1, 2)],
            )
        with pytest.raises(NotGradedError, match="Did you mean `double`") as failed:
            await ask(settings, "doubel")
        assert (failed.value.code, failed.value.exit_code) == ("problem_not_found", ProblemNotFoundError("x").exit_code)
        with pytest.raises(NotGradedError, match="unexpected ValueError"):
            await ask(settings, "double", b"no number")
        assert server.idle_s < 60
        folder = place.find_socket(settings).parent
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(place.find_socket(settings).stat().st_mode) == 0o600


def test_a_client_that_is_given_up_leaves_no_error(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    """The service uses uvloop, which refuses to write to a closed connection."""
    errors: list[dict[str, Any]] = []
    regraded: list[bool] = []

    async def give_up() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: errors.append(context))
        asked, gone, graded = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def grade_long(slug: str, source: bytes, *, mode: Mode, progress: ReportProgress) -> Report:
            asked.set()
            await gone.wait()
            for done in range(10):
                progress(slug, "cases", done, 10)
                await asyncio.sleep(0.01)
            graded.set()
            return await answer(slug, source, mode=mode, progress=progress)

        server = GradeServer(place.find_socket(settings), grade_long, workers=1, may_end=False)
        assert await server.start()
        with place.shorten(place.find_socket(settings)) as path:
            _, first = await asyncio.open_unix_connection(path)
            _, second = await asyncio.open_unix_connection(path)
        first.write(encode(Asked(slug="double", source=b"1")))
        await asked.wait()
        second.write(encode(Asked(slug="double", source=b"2")))
        async with asyncio.timeout(60):
            while server._busy < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for one in (first, second):
            one.close()
            await one.wait_closed()
        asked.clear()
        gone.set()
        try:
            async with asyncio.timeout(20):
                await graded.wait()
                while server.idle_s == 0:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        finally:
            await server.close()
        regraded.append(asked.is_set())

    uvloop.run(give_up())
    assert (errors, [one.message for one in caplog.records if one.levelno >= logging.WARNING]) == ([], [])
    assert regraded == [False], "who gives up while waiting isn't graded"


async def test_the_end_is_asked_for(settings: Settings) -> None:
    assert await asyncio.to_thread(client.stop, settings) is None
    async with serve(settings) as server:
        assert await asyncio.to_thread(client.stop, settings) is True
        assert server.ended.is_set()
    async with serve(settings, may_end=False) as server:
        assert await asyncio.to_thread(client.stop, settings) is False
        assert not server.ended.is_set()


async def test_a_server_takes_the_place_of_a_background_process(settings: Settings) -> None:
    async with serve(settings) as first:
        second = GradeServer(place.find_socket(settings), answer, workers=1, may_end=False)
        assert not await second.start(), "one at a time"

        async def end() -> None:
            await first.ended.wait()
            await first.close()

        ending = asyncio.create_task(end())
        assert await second.start(replace=True)
        await ending
        assert await asyncio.to_thread(client.stop, settings) is False, "the second one answers"
        await second.close()


def test_other_settings_have_another_grader(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    own = place.find_socket(settings)
    assert place.find_socket(settings.model_copy(update={"port": 9000})) == own
    for change in ({"sandbox_memory_mb": 999}, {"data": settings.data / "other"}, {"minimum_tier": "A"}):
        assert place.find_socket(settings.model_copy(update=change)) != own
    monkeypatch.setattr(place, "_describe_program", lambda: "a file was written")
    assert place.find_socket(settings) != own


def test_settings_may_want_none(settings: Settings) -> None:
    for change in ({"background_minutes": 0}, {"device": "gpu"}):
        with pytest.raises(NoGraderError):
            grade_in_background(
                settings.model_copy(update=change), "double", b"1", mode=Mode.RUN, progress=lambda *_: None
            )


def test_a_process_that_cannot_start_is_not_awaited(settings: Settings) -> None:
    with pytest.raises(NoGraderError) as refused:  # the process gets different settings from those here
        grade_in_background(settings, "double", b"1", mode=Mode.RUN, progress=lambda *_: None)
    assert isinstance(refused.value.__cause__, TimeoutError)


async def test_a_process_that_nobody_needs_ends(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LOOK_S", 0.02)
    idle = threading.Event()
    monkeypatch.setattr(GradeServer, "idle_s", property(lambda _: 900.0 if idle.is_set() else 0.0))

    async def prepare(*_: object) -> None:
        pass

    monkeypatch.setattr(process.Prepared, "prepare", prepare)
    name = place.find_socket(settings).name
    staying = asyncio.create_task(process.stay(settings, name))
    await asyncio.sleep(0.2)
    assert not staying.done()
    idle.set()
    async with asyncio.timeout(10):
        await staying
    assert not place.find_socket(settings).exists()
    with pytest.raises(ValueError, match="aren't the settings"):
        await process.stay(settings, "another.sock")


def test_old_files_are_dropped(settings: Settings) -> None:
    path = place.find_socket(settings)
    old, held = path.with_name("old.lock"), path.with_name("held.lock")
    old.with_suffix(".sock").touch()
    lock = place.lock(held.with_suffix(".sock"))
    assert lock is not None
    for one in (old, held):
        one.touch()
        os.utime(one, (0, 0))
    place.drop_old(path.parent)
    assert sorted(one.name for one in path.parent.iterdir()) == ["held.lock"]
    lock.close()


async def test_a_server_grades_for_the_command_line(settings: Settings) -> None:
    grader = StandInGrader()
    grader.gate.set()
    settings = settings.model_copy(update={"problems": settings.data.parent / "none"})
    prepare_data_directory(settings)
    await asyncio.to_thread(prepare_database, settings)
    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        await publish(application.state.services)
        async with asyncio.timeout(20):
            while not place.find_socket(settings).exists():  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        report, _ = await ask(settings, "double", b"x = 1")
        assert (report.verdict, report.version, grader.sources) == (Verdict.ACCEPTED, "1", [b"x = 1"])
        assert await asyncio.to_thread(client.stop, settings) is False
    assert not place.find_socket(settings).exists()
