"""Prepares a grading process: tests the sandbox, publishes, and warms spares.

This runs in the background: published problems can be solved in the meantime, only more slowly. `ready` is set when
every problem is published and a spare is warm for the problem used last, or when that isn't possible because there is
no sandbox, a problem is refused, or warming takes too long. The other problems are warmed after that, and completed
while the queue is empty (`app.work.completion`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final, Literal, Protocol

import structlog

from app.domains.problems.schemas import PublishingProgress
from app.kit.errors import JaxDojoError
from app.work import last_used
from app.work.fingerprint import is_current
from grader.errors import GraderError
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.domains.problems.schemas import Published
    from app.services import Services
    from app.work.completion import Completion
    from app.work.grading import GraderPort
    from grader.bundle.contents import Bundle

logger = structlog.stdlib.get_logger(__name__)

LIMIT_S: Final = 30.0
"""Seconds after which the process reports that it is ready, warm or not."""
POLL_S: Final = 0.02
"""Interval, in seconds, at which spares are polled until the process is ready; later it is one second."""
BUSY_S: Final = 300.0
"""The maximum time, in seconds, that completing a problem waits for the queue to be empty."""
IDLE_POLL_S: Final = 2.0
"""Interval, in seconds, at which the queue is polled until it is empty."""


class PublisherPort(Protocol):
    """The interface of `app.work.publishing.Publisher`."""

    def list_packages(self) -> list[str]:
        """Return the slugs of all packages, published or not."""

    async def publish(
        self, *, quick: bool, compiled: bool, note: Callable[[Published], None], expect: Callable[[int], None]
    ) -> list[Published]:
        """Publish changed problems, and report each to `note`; `quick` skips most trials of those already checked.

        If not `compiled`, programs may be left to `app.work.completion`. `expect` is called with the number of changed
        problems.
        """


class Preparation:
    """The state of preparation. If other processes grade, `spares` and `sandbox` are `elsewhere`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.sandbox = "elsewhere"
        """The sandbox's tier, or the reason why there is no sandbox, as text for the operator."""
        self.unpublished = 0
        """The number of problems that are being published for the first time here."""
        self.publishing: PublishingProgress | None = None
        """The progress of publishing, while it is running."""
        self.spares: Literal["elsewhere", "warming", "warm"] = "elsewhere"
        self.ready = asyncio.Event()
        self.published = asyncio.Event()
        """Set once nothing is being published any more."""

    @property
    def can_grade(self) -> bool:
        """Whether grading is possible, as far as is known yet."""
        return not self.sandbox.startswith("unavailable")

    def skip(self) -> None:
        """Prepare nothing: other processes grade."""
        self.ready.set()
        self.published.set()

    async def run(
        self, grader: GraderPort, publisher: PublisherPort | None = None, completion: Completion | None = None
    ) -> None:
        """Prepare; with a publisher, also publish changed problems. Cancel this when the process stops."""
        self.sandbox, self.spares = "being tried", "warming"
        await asyncio.gather(self._find_tier(grader), self._publish_and_warm(grader, publisher))
        if completion is not None and self.can_grade:
            await self._complete(grader, completion)

    async def _publish_and_warm(self, grader: GraderPort, publisher: PublisherPort | None) -> None:
        if publisher is None or await asyncio.to_thread(is_current, self._services.settings, quick=True):
            self.published.set()
            await self._warm_up(grader)
            return
        try:
            packages = await asyncio.to_thread(publisher.list_packages)
            unpublished = set(packages) - set(await self._services.catalogue.list_with_retired())
        except JaxDojoError as error:
            logger.warning("problems_unknown", reason=error.message)
            unpublished = set()
        if unpublished:
            await self._publish(publisher, unpublished)
            await self._warm_up(grader)
        else:  # the previous versions are served in the meantime
            await asyncio.gather(self._publish(publisher, unpublished), self._warm_up(grader))

    async def _publish(self, publisher: PublisherPort, unpublished: set[str]) -> None:
        """Publish changed problems. Refused ones are logged."""

        def expect(number: int) -> None:
            if number:
                self.publishing = PublishingProgress(0, number)
                logger.info("publishing", problems=number, advice="verdicts take longer until they are published")

        def note(done: Published) -> None:
            progress = self.publishing
            if progress is not None:
                progress.done += 1
                logger.info("publishing_goes_on", done=progress.done, total=progress.total)
            unpublished.discard(done.slug)
            self._services.catalogue.awaited.drop(done.slug)
            self.unpublished = len(unpublished)
            if done.outcome == "unsupported":
                logger.info("not_published_here", problem=done.slug, reason=done.error)
            elif done.error is not None:
                logger.error("publishing_refused", problem=done.slug, reason=done.error)
            else:
                logger.info(
                    "published",
                    problem=done.slug,
                    version=done.version,
                    quickly=done.quickly,
                    solutions_graded=done.regraded or not done.quickly,
                    remaining=self.unpublished,
                )

        self.unpublished = len(unpublished)
        self._services.catalogue.awaited.expect(unpublished)
        try:
            await publisher.publish(quick=True, compiled=False, note=note, expect=expect)
        except (JaxDojoError, GraderError) as error:
            logger.error("publishing_failed", reason=str(error))  # noqa: TRY400 (the reason says it all)
        except Exception:  # The process must become ready all the same.
            logger.exception("publishing_failed")
        finally:
            self.unpublished, self.publishing = 0, None
            self._services.catalogue.awaited.expect(())
            self.published.set()

    async def _complete(self, grader: GraderPort, completion: Completion) -> None:
        """Complete problems one after the other. Failures are logged, and tried again at the next start."""
        try:
            async for version, found in completion.run(await_idle=self._await_idle):
                if isinstance(found, str):
                    logger.error("not_completed", problem=version.slug, reason=found)
                    continue
                if found.verdict is Verdict.ACCEPTED:
                    logger.info("completed", problem=version.slug)
                else:
                    advice = f"run `jaxdojo problem check {version.slug}`"
                    told = {"problem": version.slug, "verdict": found.verdict, "code": found.code, "advice": advice}
                    logger.error("own_solution_not_accepted", **told)
                grader.expect(await self._services.catalogue.load_bundle(version))
        except (JaxDojoError, GraderError, OSError) as error:
            logger.error("completing_failed", reason=str(error))  # noqa: TRY400 (the reason says it all)
        except Exception:  # Nobody awaits this task.
            logger.exception("completing_failed")

    async def _await_idle(self) -> None:
        """Wait until no submission is waiting or running, but no longer than `BUSY_S`."""
        for _ in range(round(BUSY_S / IDLE_POLL_S)):
            backlogs = await self._services.submissions.measure_backlog()
            if not any(backlog.count for backlog in backlogs.values()):
                return
            await asyncio.sleep(IDLE_POLL_S)

    async def _find_tier(self, grader: GraderPort) -> None:
        try:
            tier = await asyncio.to_thread(lambda: grader.tier)
            self.sandbox = f"tier {tier}" if tier != "none" else "unavailable: a wall is missing"
        except GraderError as error:
            self.sandbox = f"unavailable: {error}"
        if not self.can_grade:
            logger.error("nothing_can_be_graded", sandbox=self.sandbox, advice="run `jaxdojo doctor`")
            self.ready.set()

    async def _warm_up(self, grader: GraderPort) -> None:
        began = time.monotonic()
        bundles = await self._expect_submissions(grader)
        while bundles and self._services.settings.spares and not grader.is_warm(bundles[-1]):
            if not self.ready.is_set() and time.monotonic() - began > LIMIT_S:
                logger.warning("still_warming", problem=bundles[-1].manifest.slug)
                self.ready.set()
            await asyncio.sleep(1.0 if self.ready.is_set() else POLL_S)
        self.spares = "warm"
        self.ready.set()

    async def _expect_submissions(self, grader: GraderPort) -> list[Bundle]:
        """Announce every published problem to the grader; return their bundles, ending with the last used."""
        bundles = []
        try:
            versions = await self._services.catalogue.list_by_use()
        except JaxDojoError as error:
            logger.warning("problems_unknown", reason=error.message)
            return []
        for version in reversed(versions):
            try:
                bundle = await self._services.catalogue.load_bundle(version)
            except JaxDojoError as error:
                logger.warning("bundle_unusable", reason=error.message)
                continue
            if self._services.programs is not None:
                await asyncio.to_thread(self._services.programs.bring, bundle.digest)
            grader.expect(bundle)
            bundles.append(bundle)
        await self.note_last_used()
        return bundles

    async def note_last_used(self) -> None:
        """Store which problem the next start should warm first."""
        with contextlib.suppress(JaxDojoError, OSError):  # only an optimisation
            for version in (await self._services.catalogue.list_by_use())[:1]:
                await asyncio.to_thread(last_used.remember, self._services.settings, version.digest)
