"""Tasks on working copies that take a while: checking, publishing and staging, one after the other in the background.

A task works on a copy of the files as they are when it starts, so that whoever goes on writing disturbs nothing. All
authored code runs in the grader's sandboxes. Tasks live in memory: one that a restart interrupts has published nothing,
and is simply started again.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog

from app.authoring.findings import from_error, from_sentence
from app.authoring.schemas import Finding, SolutionView, TaskKind, TaskStatus, TaskView
from app.db.models import make_public_id, now
from app.db.statuses import VersionStatus
from app.errors import ConflictError, JaxDojoError, NotFoundError
from app.problems.publishing import Publisher, read_secret
from app.problems.repository import find_draw
from grader.bundle import BundleStore
from grader.errors import GraderError, PackageError, PublishRefusedError, UnsupportedHereError
from grader.publish import publish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from app.authoring.service import Authored
    from app.problems.publishing import Recorded
    from app.services import Services
    from grader.client import Grader
    from grader.errors import Tried
    from grader.publish import PublishReport

logger = structlog.stdlib.get_logger(__name__)

LOOK_S: Final = 1.0
"""How often a followed task is looked at though no bell rang."""
FAILED: Final = "Something failed on our side, not in your problem. The operator finds it in the log; try again."


class _RefusedError(Exception):
    """The problem does not hold, in words for an editor."""

    def __init__(self, findings: list[Finding], solutions: list[SolutionView]) -> None:
        super().__init__("refused")
        self.findings = findings
        self.solutions = solutions


class Workshop:
    """The tasks of one process. For the event loop's thread only."""

    def __init__(self, services: Services, make_grader: Callable[[], Grader]) -> None:
        self._services = services
        self._make_grader = make_grader
        self._tasks: dict[str, TaskView] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._one_at_a_time = asyncio.Lock()

    def find(self, slug: str) -> TaskView | None:
        """Return the last task of a problem."""
        return self._tasks.get(slug)

    def start(self, problem: Authored, kind: TaskKind, reason: str = "") -> TaskView:
        """Begin a task; raises `ConflictError` while another one of the problem isn't over."""
        current = self._tasks.get(problem.slug)
        if current is not None and not current.status.is_over:
            raise ConflictError(
                f"`{problem.slug}` is worked on already ({current.kind.value}): wait until that is over."
            )
        task = TaskView(
            id=make_public_id(),
            problem=problem.slug,
            kind=kind,
            status=TaskStatus.WAITING,
            started_by=problem.user.name,
            started_at=now(),
        )
        self._tasks[problem.slug] = task
        running = asyncio.create_task(self._run(problem, kind, reason))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return task

    async def follow(self, slug: str) -> AsyncIterator[TaskView]:
        """Yield a problem's last task now and whenever it has changed, until it is over or the service stops."""
        told: TaskView | None = None
        with self._services.broadcaster.listen(_bell(slug)) as bell:
            while True:
                task = self.find(slug)
                if task is None:
                    raise NotFoundError(f"`{slug}` hasn't been checked since the service started.")
                if task != told:
                    told = task
                    yield task
                if task.status.is_over or bell.closed:
                    return
                await bell.wait(LOOK_S)

    async def close(self) -> None:
        """End what runs: its sandboxes die."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _update(self, slug: str, **changes: object) -> None:
        self._tasks[slug] = self._tasks[slug].model_copy(update=changes)
        self._services.broadcaster.ring(_bell(slug))

    async def _run(self, problem: Authored, kind: TaskKind, reason: str) -> None:
        slug = problem.slug
        try:
            async with self._one_at_a_time:
                self._update(slug, status=TaskStatus.RUNNING)
                self._update(slug, status=TaskStatus.DONE, **await self._work(problem, kind, reason))
        except JaxDojoError as error:
            self._update(slug, status=TaskStatus.REFUSED, message=error.message)
        except asyncio.CancelledError:
            self._update(slug, status=TaskStatus.FAILED, message="The service was stopped meanwhile.")
            raise
        except _RefusedError as refused:
            self._update(
                slug,
                status=TaskStatus.REFUSED,
                message="It does not hold yet.",
                findings=refused.findings,
                solutions=refused.solutions,
            )
        except GraderError as error:
            logger.exception("authoring_failed", problem=slug)
            self._update(slug, status=TaskStatus.FAILED, message=f"{FAILED} ({error.code})")
        except Exception:
            logger.exception("authoring_failed", problem=slug)
            self._update(slug, status=TaskStatus.FAILED, message=FAILED)

    async def _work(self, problem: Authored, kind: TaskKind, reason: str) -> dict[str, object]:
        """Do it; returns what the task's view then shows."""
        loop = asyncio.get_running_loop()

        def tell(step: str, done: int, total: int) -> None:
            loop.call_soon_threadsafe(partial(self._update, problem.slug, step=step, done=done, total=total))

        grader = self._make_grader()
        try:
            grader.start()
            if kind is TaskKind.CHECK:
                draw = await self._services.database.read(lambda session: find_draw(session, problem.slug))
                report = await asyncio.to_thread(self._check, problem.slug, draw, grader, tell)
                return _describe(report)
            recorded = await self._publish(problem.slug, kind, grader, tell)
        finally:
            await asyncio.shield(asyncio.to_thread(grader.close))
        shown = _describe(recorded.report) | {"version": recorded.number}
        if kind is TaskKind.STAGE:
            regrade = await self._services.regrades.start_staged(
                recorded.problem_id, recorded.version_id, reason, problem.user
            )
            shown["regrade"] = regrade.id
        return shown

    def _check(self, slug: str, draw: int, grader: Grader, tell: Callable[[str, int, int], None]) -> PublishReport:
        settings = self._services.settings
        with (
            self._services.authoring.copies.snapshot(slug) as folders,
            tempfile.TemporaryDirectory(prefix="jaxdojo-check-") as store,
            _translate(*folders),
        ):
            return publish(
                *folders,
                BundleStore(Path(store)),
                read_secret(settings.data),
                grader,
                tell,
                workers=settings.workers,
                draw=draw,
            )

    async def _publish(
        self, slug: str, kind: TaskKind, grader: Grader, tell: Callable[[str, int, int], None]
    ) -> Recorded:
        status = VersionStatus.STAGED if kind is TaskKind.STAGE else VersionStatus.PUBLISHED
        publisher = Publisher(self._services, self._make_grader)
        with self._services.authoring.copies.snapshot(slug) as folders, _translate(*folders):
            return await publisher.publish_folders(folders, grader, tell, status)


@contextmanager
def _translate(package: Path, references: Path) -> Iterator[None]:
    """Turn the grader's refusals into findings with paths of the working copy."""
    try:
        yield
    except PackageError as error:
        raise _RefusedError([from_error(error, package, references)], []) from error
    except UnsupportedHereError as error:
        raise _RefusedError([Finding(message=str(error))], []) from error
    except PublishRefusedError as error:
        findings = [from_sentence(finding, package, references) for finding in error.findings]
        raise _RefusedError(findings, [_show_solution(one) for one in error.solutions]) from error


def _describe(report: PublishReport) -> dict[str, object]:
    return {
        "solutions": [_show_solution(one) for one in report.solutions],
        "samples": report.samples,
        "pool": report.pool,
        "time_s": report.time_s,
    }


def _show_solution(one: Tried) -> SolutionView:
    return SolutionView(
        kind=one.kind,
        name=one.name,
        verdict=one.verdict.value,
        code=one.code,
        slowest_ms=round(one.slowest_s * 1000, 1),
        finding=one.finding,
    )


def _bell(slug: str) -> str:
    return f"task of {slug}"
