"""Problems published with a proof are completed while nobody waits: with their programs, and a trial grade here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import structlog

from app.db.statuses import Role, Status
from app.domains.submissions.schemas import Backlog
from app.work.completion import Completion
from app.work.preparation import Preparation
from app.work.publishing import Publisher
from app.work.workshop import Workshop
from grader.errors import SandboxStartError
from grader.package.scaffold import write_package
from grader.report import Verdict
from tests.integration.app.conftest import PASSWORD, StandInGrader
from tests.unit.app.test_held import make_report

if TYPE_CHECKING:
    from pathlib import Path

    from app.kit.settings import Settings
    from app.services import Services
    from grader.bundle.contents import Bundle
    from tests.integration.app.press import StandInPress


class StandInPrograms:
    """Records which programs would be compiled, without compiling them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        self.verdict = Verdict.ACCEPTED
        self.slugs: list[str] = []
        self.statements: list[str] = []
        self.error: Exception | None = None
        monkeypatch.setattr("app.work.completion.is_complete", lambda digest, _folder: digest in self.made)
        monkeypatch.setattr("app.work.completion.complete", self.complete)

    def complete(self, package: Path, _references: Path, bundle: Bundle, *_more: object) -> object:
        self.slugs.append(package.name)
        self.statements.append((package / "statement.md").read_text("utf-8"))
        if self.error is not None:
            raise self.error
        self.made.append(bundle.digest)
        return make_report([], self.verdict)


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> StandInPrograms:
    return StandInPrograms(monkeypatch)


@pytest.fixture
async def publisher(settings: Settings, services: Services, press: StandInPress) -> Publisher:
    publisher = Publisher(services, StandInGrader)  # type: ignore[arg-type]
    for slug in ("mine", "yours"):
        write_package(slug, settings.problems, settings.references, name=slug, credits_="me")
    await publisher.publish()
    return publisher


@pytest.fixture
def completion(services: Services, publisher: Publisher) -> Completion:
    return Completion(services, publisher, StandInGrader)  # type: ignore[arg-type]


async def prepare(services: Services, completion: Completion) -> tuple[StandInGrader, list[str]]:
    """Prepare a process; return its grader and log lines."""
    grader = StandInGrader()
    with structlog.testing.capture_logs() as lines:
        async with asyncio.timeout(20):
            await Preparation(services).run(grader, None, completion)
    return grader, [f"{line['event']} {line.get('problem', '')}".strip() for line in lines]


async def test_what_lacks_programs_gets_them_once(
    services: Services, completion: Completion, programs: StandInPrograms
) -> None:
    grader, lines = await prepare(services, completion)
    assert lines == ["completed mine", "completed yours"]
    assert set(grader.expected) >= set(programs.made), "they can be warmed now"
    assert (await prepare(services, completion))[1] == []
    assert programs.slugs == ["mine", "yours"]


async def test_a_solution_that_fails_here_is_told_and_stops_nobody(
    services: Services, completion: Completion, programs: StandInPrograms
) -> None:
    programs.verdict = Verdict.WRONG_ANSWER
    _, lines = await prepare(services, completion)
    assert lines == ["own_solution_not_accepted mine", "own_solution_not_accepted yours"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), SandboxStartError("no jail")])
async def test_one_that_cannot_be_completed_is_told_and_stops_nobody(
    services: Services, completion: Completion, programs: StandInPrograms, error: Exception
) -> None:
    programs.error = error
    _, lines = await prepare(services, completion)
    assert lines == ["not_completed mine", "not_completed yours"]


async def test_files_that_changed_since_wait_for_their_publication(
    settings: Settings, services: Services, completion: Completion, programs: StandInPrograms
) -> None:
    (settings.problems / "mine" / "lesson.md").write_text("# Another lesson\n", encoding="utf-8")
    await prepare(services, completion)
    assert programs.slugs == ["yours"]


async def test_submissions_come_first(
    services: Services, completion: Completion, programs: StandInPrograms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.preparation.IDLE_POLL_S", 0.01)
    asked = 0

    async def measure() -> dict[Status, Backlog]:
        nonlocal asked
        asked += 1
        assert not programs.made or asked > 3
        return {Status.RUNNING: Backlog(1, 0.0)} if asked <= 3 else {}

    monkeypatch.setattr(services.submissions, "measure_backlog", measure)
    await prepare(services, completion)
    assert programs.slugs == ["mine", "yours"]
    assert asked == 5


async def test_a_version_is_completed_with_its_own_files(
    settings: Settings, services: Services, completion: Completion, publisher: Publisher, programs: StandInPrograms
) -> None:
    """If an earlier version is current again, the folder has the files of the one that was turned down."""
    statement = settings.problems / "mine" / "statement.md"
    first = statement.read_text("utf-8")
    statement.write_text("# Second\n", encoding="utf-8")
    await publisher.publish()
    admin = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    workshop = Workshop(services, StandInGrader)  # type: ignore[arg-type]
    regrade = await workshop.stage_version(await services.authoring.find(admin, "mine"), 1, "The first was right.")
    await services.regrades.apply(regrade, None)
    await workshop.close()
    assert [version.slug async for version, _ in completion.run(["mine"])] == ["mine"]
    assert programs.statements == [first]
