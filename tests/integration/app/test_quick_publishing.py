"""Problems whose digest has passed a full check are published quickly; all others are published in full."""

from __future__ import annotations

import asyncio
import errno
import threading
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import structlog

from app.cli.problems import _tell_published
from app.db.errors import UnstorableError
from app.domains.problems import repository
from app.kit.errors import ConflictError
from app.server.application import create_app
from app.work import installation, publishing
from app.work.checking import compile_package
from app.work.fingerprint import is_current
from app.work.grading import make_limits
from app.work.installation import check_package, watch_package
from app.work.preparation import Preparation
from app.work.publishing import Publisher
from grader.grading.client import Grader
from grader.package.scaffold import write_package
from grader.publishing.checked import NAME, Proof, note_checked, read_checked
from grader.publishing.publish import proof_digest
from tests.integration.app.conftest import StandInGrader

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.domains.problems.schemas import Published
    from app.kit.settings import Settings
    from app.services import Services
    from grader.bundle.contents import Manifest
    from tests.integration.app.press import StandInPress


@pytest.fixture
def publisher(settings: Settings, services: Services) -> Publisher:
    write_package("mine", settings.problems, settings.references, name="Mine", credits_="me")
    return Publisher(services, StandInGrader)  # type: ignore[arg-type]


def tell(published: list[Published]) -> list[tuple[str, bool]]:
    return [(one.outcome, one.quickly) for one in published]


def prove(settings: Settings, slug: str = "mine") -> Proof:
    """Return the proof of the current `mine`, from a machine with other versions."""
    return Proof(proof_digest(settings.problems / slug, settings.references / slug), 10.0, 1536, ("cpu/1/1/1",))


async def test_packages_are_read_in_threads(
    publisher: Publisher, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service publishes while it serves pages, which would wait for the disk."""
    on_loop: dict[str, bool] = {}

    def note(name: str, read: Callable[..., object], *given: object) -> object:
        on_loop[name] = on_loop.get(name, False) or threading.current_thread() is threading.main_thread()
        return read(*given)

    for name in ("compute_fingerprint", "_read_difficulty"):
        read = getattr(publishing, name)
        monkeypatch.setattr(publishing, name, partial(note, name, read))
    await publisher.publish(quick=True)
    assert on_loop == {"compute_fingerprint": False, "_read_difficulty": False}


async def test_unchecked_files_are_published_in_full(
    settings: Settings, publisher: Publisher, press: StandInPress
) -> None:
    assert tell(await publisher.publish(quick=True)) == [("published", False)]
    assert tell(await publisher.publish(quick=True)) == [("unchanged", False)]
    assert list(read_checked(settings.data)) == ["mine"], "it passed now"
    lesson = settings.problems / "mine" / "lesson.md"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(f"{text}\nOne more sentence.\n", encoding="utf-8")
    assert tell(await publisher.publish(quick=True)) == [("published", True)], "no check depends on prose"
    lesson.write_text(f"{text}\n```python run\nx = 1\n```\n", encoding="utf-8")
    assert tell(await publisher.publish(quick=True)) == [("published", False)], "it passed with other programs"
    (settings.references / "mine" / "accepted" / "more.py").write_text("x = 1\n", encoding="utf-8")
    assert await publisher.find_changed(quick=True) == ["mine"], "solutions count, too"
    assert press.quick == [False, True, False]


@pytest.mark.parametrize("folder", ["problems", "data"])
async def test_listed_files_are_published_quickly(
    settings: Settings, publisher: Publisher, press: StandInPress, folder: str
) -> None:
    note_checked(getattr(settings, folder), "mine", prove(settings))
    assert tell(await publisher.publish(quick=True)) == [("published", True)]
    assert tell(await publisher.publish(quick=True)) == [("unchanged", False)]
    assert tell(await publisher.publish()) == [("published", False)], "what was left out is made up for"
    assert press.quick == [True, False]


@pytest.mark.usefixtures("press")
@pytest.mark.parametrize(
    ("stack", "fits"),
    [("cpu/3.13/0.12/0.12", True), ("cpu/3.12/0.12/0.12", False), ("cuda/3.13/0.12/0.12", False)],
)
async def test_a_check_with_other_versions_is_told(
    settings: Settings,
    services: Services,
    publisher: Publisher,
    grader: StandInGrader,
    capsys: pytest.CaptureFixture[str],
    stack: str,
    fits: bool,  # noqa: FBT001 (a parameter of the test)
) -> None:
    """Then the accepted solutions are graded, which takes most of a minute: log and command line say why."""
    note_checked(settings.data, "mine", replace(prove(settings), stacks=(stack,)))
    with structlog.testing.capture_logs() as lines:
        await Preparation(services).run(grader, publisher)
    told = next(line for line in lines if line["event"] == "published")
    assert (told["quickly"], told["solutions_graded"]) == (True, not fits)
    write_package("yours", settings.problems, settings.references, name="Yours", credits_="me")
    note_checked(settings.data, "yours", replace(prove(settings, "yours"), stacks=(stack,)))
    published = await publisher.publish(["yours"], quick=True)
    _tell_published(published, named=True, quick=True)
    sentence = "its accepted solutions were graded again, as no full check was with the versions and the device here"
    assert (sentence in " ".join(capsys.readouterr().out.split())) != fits


async def test_new_notes_on_the_solution_are_published_quickly(
    settings: Settings, publisher: Publisher, press: StandInPress
) -> None:
    """No verdict depends on them, so the check that the problem passed is still valid."""
    assert tell(await publisher.publish(quick=True)) == [("published", False)]
    solution = (settings.references / "mine" / "accepted" / "canonical.py").read_text("utf-8").splitlines()
    note = f"## `{solution[-1].strip()}`\n\nThis returns the result.\n"
    (settings.problems / "mine" / "solution.md").write_text(note, encoding="utf-8")
    assert tell(await publisher.publish(quick=True)) == [("published", True)]
    assert press.quick == [False, True]


async def test_the_running_grader_is_used_for_what_is_quick_and_never_closed(
    settings: Settings, services: Services, press: StandInPress
) -> None:
    """A second one would do its imports first, which takes longer than all else until the first problem is there."""
    running, made = StandInGrader(), list[StandInGrader]()

    def make() -> StandInGrader:
        made.append(StandInGrader())
        return made[-1]

    publisher = Publisher(services, make, running)  # type: ignore[arg-type]
    for slug in ("mine", "yours"):
        write_package(slug, settings.problems, settings.references, name=slug, credits_="me")
    note_checked(settings.problems, "mine", prove(settings))
    assert tell(await publisher.publish(["mine"], quick=True)) == [("published", True)]
    assert not made
    assert tell(await publisher.publish(quick=True)) == [("unchanged", False), ("published", False)]
    assert tell(await publisher.publish(["mine"])) == [("published", False)]
    assert [*map(id, press.graders)] == [*map(id, (running, *made))]
    assert [grader.closed for grader in (running, *made)] == [False, True, True]


async def test_a_server_publishes_with_its_own_grader(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    async def prepare(_self: Preparation, _grader: object, publisher: Publisher, _completion: object) -> None:
        seen.append(publisher._running)

    monkeypatch.setattr(Preparation, "run", prepare)
    grader = Grader(make_limits(settings), spares=0)
    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        await asyncio.sleep(0)
    assert seen == [grader]


async def test_what_was_published_quickly_and_is_listed_no_more_is_published_in_full(
    settings: Settings, publisher: Publisher, press: StandInPress
) -> None:
    note_checked(settings.problems, "mine", prove(settings))
    await publisher.publish(quick=True)
    (settings.problems / NAME).unlink()
    assert tell(await publisher.publish(quick=True)) == [("published", False)]
    assert press.quick == [True, False]


async def test_a_check_lets_publish_quickly(
    settings: Settings, publisher: Publisher, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.installation.make_grader", lambda *_args, **_options: nullcontext(StandInGrader()))
    check_package(settings, "mine", lambda *_: None)
    assert tell(await publisher.publish(quick=True)) == [("published", True)]
    assert press.quick == [False, True]


def test_a_watched_problem_is_checked_when_a_file_is_saved(
    settings: Settings, publisher: Publisher, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.installation.make_grader", lambda *_args, **_options: nullcontext(StandInGrader()))
    lesson, starter = settings.problems / "mine" / "lesson.md", settings.problems / "mine" / "starter.py"
    edits: list[Callable[[], object]] = [
        lambda: lesson.write_text("# Another\n"),
        lambda: starter.write_text("BROKEN = 1\n"),
        starter.unlink,
    ]
    told = []
    for done in watch_package(settings, "mine", lambda _step, _done, _total: None):
        told.append(type(done).__name__)
        assert len(press.seen) <= len(told), "once for each change"
        if not edits:
            break
        edits.pop(0)()
    assert told == ["PublishReport", "PublishReport", "PublishRefusedError", "PackageError"]
    assert publisher.list_packages() == ["mine"]


async def test_an_unexpected_error_of_one_problem_leaves_the_others_alone(
    settings: Settings, publisher: Publisher, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package("yours", settings.problems, settings.references, name="Yours", credits_="me")

    def fail(folders: tuple[Path, Path], *given: Any, **options: Any) -> object:  # noqa: ANN401 - the real one's
        if folders[0].name == "mine":
            raise IndexError("list index out of range")
        return compile_package(folders, *given, **options)

    monkeypatch.setattr(publishing, "compile_package", fail)
    with structlog.testing.capture_logs() as lines:
        mine, yours = await publisher.publish()
    assert (mine.outcome, mine.error) == ("refused", "mine: unexpected IndexError: list index out of range")
    assert yours.outcome == "published"
    assert [line["problem"] for line in lines if line["event"] == "publishing_failed"] == ["mine"]
    assert not is_current(settings, quick=True), "it is tried again"


@pytest.mark.usefixtures("press")
async def test_a_problem_that_can_not_be_stored_leaves_the_others_alone(
    settings: Settings, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL refuses a name of more than 200 characters."""
    write_package("yours", settings.problems, settings.references, name="Yours", credits_="me")
    add_version = repository.add_version

    def add(session: Session, manifest: Manifest, *given: Any) -> object:  # noqa: ANN401 - the real one's
        if manifest.slug == "mine":
            raise UnstorableError
        return add_version(session, manifest, *given)

    monkeypatch.setattr(repository, "add_version", add)
    mine, yours = await publisher.publish()
    assert (mine.outcome, "too large to store" in str(mine.error), yours.outcome) == ("refused", True, "published")


async def test_a_full_disk_ends_a_publication(publisher: Publisher, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(publishing, "compile_package", fail)
    with pytest.raises(OSError, match="No space left"):
        await publisher.publish()


@pytest.mark.usefixtures("press")
async def test_a_file_that_can_not_be_read_leaves_the_other_problems_alone(
    settings: Settings, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package("yours", settings.problems, settings.references, name="Yours", credits_="me")
    read_bytes = Path.read_bytes

    def read(path: Path) -> bytes:
        if path.match("mine/lesson.md"):
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", read)
    mine, yours = await publisher.publish(quick=True)
    assert (mine.outcome, "lesson.md" in str(mine.error), yours.outcome) == ("refused", True, "published")


async def test_a_redraw_that_draws_nothing_is_refused(
    services: Services, publisher: Publisher, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    await publisher.publish()
    monkeypatch.setattr(
        publishing, "compile_package", lambda *given, **options: compile_package(*given, **options | {"draw": 0})
    )
    with pytest.raises(ConflictError, match="makes the same cases"):
        await publisher.redraw_here("mine", lambda *_: None)
    history = await services.lifecycle.get_history("mine")
    assert (history.draw, len(history.versions), len(press.seen)) == (0, 1, 2)


@pytest.mark.usefixtures("press")
async def test_commands_check_with_the_cases_that_learners_get(
    settings: Settings,
    services: Services,
    publisher: Publisher,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(installation, "make_grader", lambda *_args, **_options: nullcontext(StandInGrader()))
    for name in ("check", "try_solution"):
        monkeypatch.setattr(installation, name, lambda *_given, draw, **_options: seen.append(draw))
    await publisher.publish()
    await publisher.redraw_here("mine", lambda *_: None)
    check_package(settings, "mine", lambda *_: None)
    installation.try_package_solution(settings, "mine", "canonical", None, lambda *_: None)
    nowhere = settings.model_copy(update={"database_url": f"sqlite:///{settings.data / 'nowhere.sqlite'}"})
    check_package(nowhere, "mine", lambda *_: None)
    assert "first hidden cases" not in capsys.readouterr().err
    away = settings.model_copy(update={"database_url": "postgresql+psycopg://nobody@127.0.0.1:1/nothing"})
    check_package(away, "mine", lambda *_: None)
    assert "The database can't be read" in (said := capsys.readouterr().err)
    assert "the first hidden cases of mine are used" in said
    monkeypatch.setattr(installation, "HEAD", "later")
    check_package(settings, "mine", lambda *_: None)
    assert "The database has tables of an earlier version" in capsys.readouterr().err
    assert seen == [1, 1, 0, 0, 0]
    assert not (settings.data / "nowhere.sqlite").exists()
