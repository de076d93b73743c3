"""The runner: takes jobs from the queue, grades them, and records the results.

Theory of operation
-------------------
One loop claims a job whenever one of `workers` slots is free. Grading blocks, so each grade has a thread. Its cases
come back to the event loop one by one and are stored as they arrive; cases that arrive together share a transaction.
The verdict is stored with the last case, the closing event and the job's end in one transaction, guarded by the claim:
a runner that was declared dead in the meantime can't overwrite its successor's results. While the database is down,
results wait for it.

A platform failure (`internal_error`, or an exception) is retried after a pause. After `max_attempts` the submission
ends as failed, with an error in the log; it is requeued later, a few times. Regrades run while no learner is waiting,
and leave a slot to learners if there is more than one. Jobs of vanished runners are requeued at start-up and every few
seconds. A runner is in the fleet from start to stop (`app.work.membership`): an admin may drain or cordon it there, and
it is set aside when its grades keep failing on the platform's side. A stopping runner claims no more jobs, waits
`stop_grace_s`, and returns unfinished jobs to the queue.
"""

from __future__ import annotations

import asyncio
import contextvars
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import structlog

from app.domains.submissions.record import withhold_times
from app.kit.errors import DatabaseUnavailableError, LostClaimError
from app.kit.outage import OUTAGE, outlast
from app.queue.local import name_runner
from app.work.membership import Membership
from grader.errors import BundleError
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.domains.submissions.ledger import Work
    from app.queue.port import Claim
    from app.services import Services
    from app.work.grading import GraderPort
    from grader.grading.counts import SandboxCounts
    from grader.grading.grade import GradeEvent
    from grader.report import Report

T = TypeVar("T")

logger = structlog.stdlib.get_logger(__name__)

POLL_WOKEN_S: Final = 1.0
"""Poll interval, in seconds, for delayed jobs."""
POLL_SEPARATE_S: Final = 0.25
"""Poll interval, in seconds, if other processes queue the jobs and can't wake this one, as with SQLite."""
MAX_STRETCH: Final = 4.0
"""The factor by which a poll interval is longer, at most, where many runners are idle."""
RETRY_DELAY_S: Final = 1.0
"""Delay, in seconds, before a second attempt; it doubles with each further one."""
PAUSE_S: Final = 1.0
"""Delay, in seconds, after the database failed."""
START_S: Final = 60.0
"""Seconds that `start` waits for a database that can't be used."""
CLAIM_S: Final = 5.0
"""Seconds that `stop` waits for a pending claim."""


class Runner:
    """Grades queued jobs, from `start` to `stop`."""

    def __init__(
        self, services: Services, grader: GraderPort, *, poll_s: float = POLL_WOKEN_S, name: str | None = None
    ) -> None:
        """Grade with `grader`. If a process has several runners, it must name them: see `app.queue.local`."""
        self.name = name or name_runner()
        self._settings = services.settings
        self._ledger = services.ledger
        self._regrades = services.regrades
        self._store = services.store
        self._programs = services.programs
        self._metrics = services.metrics
        self._telemetry = services.telemetry
        self._grader = grader
        self._poll_s = poll_s
        self._wake = asyncio.Event()
        self._slots = asyncio.Semaphore(self._settings.workers)
        self._threads = ThreadPoolExecutor(self._settings.workers, thread_name_prefix="grade")
        self._active: dict[Claim, Work] = {}
        self._grades: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._stopping = False
        self._trusted = asyncio.Event()
        """Set unless this runner is finding out why its grades failed. It claims no jobs meanwhile."""
        self._trusted.set()
        self._membership = Membership(services.fleet, self._settings, self.name, grader, lambda: len(self._active))

    @property
    def is_alive(self) -> bool:
        """Whether the runner claims jobs."""
        return bool(self._loops) and not self._stopping and not any(task.done() for task in self._loops)

    @property
    def active(self) -> int:
        """The number of submissions that the runner is grading."""
        return len(self._active)

    def count_sandboxes(self) -> SandboxCounts:
        """Return the grader's counts of its sandboxes."""
        return self._grader.count_sandboxes()

    def wake(self) -> None:
        """Poll the queue now."""
        self._wake.set()

    def notify(self) -> None:
        """Poll the queue because of a job of which all runners were notified, unless enough other idle ones do."""
        if random.random() < self._membership.share:  # noqa: S311 - nothing secret
            self._wake.set()

    async def start(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Requeue jobs that a crash left running, then start claiming.

        Raises `DatabaseUnavailableError` if the database can't be used within `START_S`, or before `is_over`.
        """
        await outlast(self._join, START_S, is_over=is_over)
        loops = (self._claim_jobs(), self._show_life(), self._membership.keep())
        self._loops = [asyncio.create_task(loop) for loop in loops]
        logger.info("runner_started", runner=self.name, workers=self._settings.workers)

    async def _join(self) -> None:
        await self._take_back_lost()
        await self._membership.join()

    async def stop(self) -> None:
        """Stop claiming, wait for grades to end, and return unfinished ones to the queue."""
        self._stopping = True
        self._wake.set()
        self._slots.release()  # the loop may be waiting for one
        for task in self._loops[1:]:
            task.cancel()
        # A pending claim is awaited: if it were cancelled, its job would be claimed but unknown.
        _, late = await asyncio.wait(self._loops[:1], timeout=CLAIM_S) if self._loops else (set(), set())
        for task in late:
            task.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        if self._grades:
            await asyncio.wait(self._grades, timeout=self._settings.stop_grace_s)
        for task in self._grades:
            task.cancel()
        await asyncio.gather(*self._grades, return_exceptions=True)
        for work in list(self._active.values()):
            try:
                await self._ledger.release(work)
                logger.warning("job_released", submission=work.public_id)
            except LostClaimError:
                pass  # The job is done, or another runner has it.
            except DatabaseUnavailableError as error:
                # Another runner requeues it once this one is gone.
                logger.warning("job_not_released", submission=work.public_id, reason=error.message)
        self._active.clear()
        await self._membership.leave()
        self._threads.shutdown(wait=False, cancel_futures=True)
        logger.info("runner_stopped", runner=self.name)

    async def _claim_jobs(self) -> None:
        while not self._stopping:
            await self._slots.acquire()
            await self._trusted.wait()
            if self._stopping:
                return
            work = None
            try:
                self._wake.clear()
                work = await self._ledger.begin(
                    self.name, urgent=self._is_last_slot_for_members(), stack=self._membership.stack
                )
            except DatabaseUnavailableError as error:
                OUTAGE.report("claim", error.message)
                await asyncio.sleep(PAUSE_S)
            except Exception:
                logger.exception("claim_failed")
                await asyncio.sleep(PAUSE_S)
            finally:
                if work is None:
                    self._slots.release()
            if work is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._choose_pause_s()):
                        await self._wake.wait()
                continue
            self._active[work.claim] = work
            # Start the grade now, not after the next poll of the queue. Its log lines name the submission.
            with structlog.contextvars.bound_contextvars(**_name(work)):
                task = asyncio.create_task(self._process(work, self._start_grade(work)))
            self._grades.add(task)
            task.add_done_callback(self._grades.discard)

    def _choose_pause_s(self) -> float:
        """Return the seconds until the next poll: of many idle runners, one polls soon anyway."""
        return self._poll_s * min(MAX_STRETCH, 1 / self._membership.share)

    def _is_last_slot_for_members(self) -> bool:
        """Return whether regrades and guests hold so many slots that the next one is kept for members."""
        held = sum(work.leaves_a_slot for work in self._active.values())
        return held >= max(1, self._settings.workers - 1)

    async def _show_life(self) -> None:
        while True:
            await asyncio.sleep(self._settings.lost_after_s / 4)
            try:
                if revived := await self._regrades.revive_failed():
                    logger.info("failed_submissions_queued_again", submissions=revived)
                if self._active:
                    await self._ledger.heartbeat(list(self._active.values()))
                await self._take_back_lost()
            except DatabaseUnavailableError as error:
                OUTAGE.report("heartbeat", error.message)
            except Exception:
                logger.exception("heartbeat_failed")

    async def _take_back_lost(self) -> None:
        requeued, failed = await self._ledger.take_back_lost(self.name)
        if requeued or failed:
            logger.warning("jobs_taken_back", requeued=requeued, failed=failed)
            self._wake.set()

    async def _process(self, work: Work, grade: _Grade) -> None:
        """Grade one submission and record the result. Only `stop` ends this early; the job then stays in `_active`."""
        log = logger.bind(submission=work.public_id, problem=work.problem, attempt=work.claim.attempt)
        try:
            with self._telemetry.span(
                "grade",
                kind="consumer",
                trace=work.origin.trace,
                submission=work.public_id,
                problem=work.problem,
                attempt=work.claim.attempt,
            ) as span:
                report = await self._follow_and_record(work, grade, log)
                if span is not None and report is not None:
                    span.set_attributes({"jaxdojo.verdict": report.verdict.value, "jaxdojo.code": report.code})
                    span.set_attributes(
                        {f"jaxdojo.{stage}": spent for stage, spent in report.timing.model_dump().items()}
                    )
        except LostClaimError:
            log.warning("claim_lost")
        except Exception:
            log.exception("record_failed")
            await self._abandon(work, log)
        finally:
            self._slots.release()
        del self._active[work.claim]
        if not self._stopping:
            await self._membership.report_if_requested()

    async def _abandon(self, work: Work, log: structlog.stdlib.BoundLogger) -> None:
        """Have a job requeued like a vanished runner's, which counts as an attempt."""
        try:
            await _retry_record(partial(self._ledger.abandon, work), log)
        except Exception:
            # The job gets no more heartbeats, which has the same effect a little later.
            log.exception("abandon_failed")

    async def _follow_and_record(self, work: Work, grade: _Grade, log: structlog.stdlib.BoundLogger) -> Report | None:
        """Wait for a grade and record it; return its report, or None if it raised an exception."""
        report: Report | None = None
        cases: list[dict[str, Any]] = []
        reason, is_ours = "an exception, see the log", True
        try:
            report, cases = await self._follow(work, grade, log)
            reason = f"{report.code}: {report.message}"
        except LostClaimError:
            raise
        except BundleError as error:
            log.exception("grade_raised")
            reason, is_ours = str(error), False
        except Exception:
            log.exception("grade_raised")
        if report is not None and report.verdict is not Verdict.INTERNAL_ERROR:
            await _retry_record(partial(self._ledger.finish, work, withhold_times(report), cases), log)
            self._membership.note_success()
            self._metrics.count_verdict(report)
            log.info("graded", verdict=report.verdict.value, code=report.code, total_ms=report.timing.total_ms)
            return report
        self._metrics.count_retry()
        if not (is_ours and self._membership.note_failure()):
            await self._retry(work, reason, log)
            return report
        self._trusted.clear()
        try:
            await self._retry(work, reason, log)
            if await self._grades_own_solution(work):
                self._membership.note_success()
            else:
                await self._membership.set_aside(reason)
        finally:
            self._trusted.set()
        return report

    async def _retry(self, work: Work, reason: str, log: structlog.stdlib.BoundLogger) -> None:
        """Queue a job again after a failed grade, unless that was its last attempt."""
        delay_s = RETRY_DELAY_S * 2 ** (work.claim.attempt - 1)
        if await _retry_record(partial(self._ledger.retry_or_fail, work, delay_s=delay_s), log):
            log.warning("grade_retried", reason=reason, delay_s=delay_s)
        else:
            log.error("grade_failed", reason=reason)

    async def _grades_own_solution(self, work: Work) -> bool:
        """Return whether the problem's own solution gets a verdict here.

        If so, the submissions made their grades fail, not this runner. A few of them could set all runners aside.
        """

        def grade() -> Report:
            if not work.digest:
                return self._grader.observe(b"")
            bundle = self._store.load(work.digest)
            return self._grader.grade(bundle, bundle.manifest.solution.encode(), mode=Mode.RUN)

        try:
            report = await asyncio.get_running_loop().run_in_executor(self._threads, grade)
        except Exception:
            logger.exception("own_solution_not_graded")
            return False
        return report.verdict is not Verdict.INTERNAL_ERROR

    def _start_grade(self, work: Work) -> _Grade:
        loop = asyncio.get_running_loop()
        arrived: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

        def on_event(event: GradeEvent) -> None:
            if event.kind == "case":
                loop.call_soon_threadsafe(arrived.put_nowait, event.data)

        def grade() -> Report:
            if not work.digest:
                return self._grader.observe(work.source.encode())
            bundle = self._store.load(work.digest)
            if self._programs is not None:
                self._programs.bring(work.digest)
            report = self._grader.grade(bundle, work.source.encode(), mode=work.mode, on_event=on_event)
            return report.model_copy(update={"version": str(work.version)})

        # The thread's log lines name the submission too.
        future = loop.run_in_executor(self._threads, contextvars.copy_context().run, grade)
        future.add_done_callback(lambda _: arrived.put_nowait(None))
        return _Grade(future, arrived)

    async def _follow(
        self, work: Work, grade: _Grade, log: structlog.stdlib.BoundLogger
    ) -> tuple[Report, list[dict[str, Any]]]:
        """Store cases as they arrive; return the report and the cases that aren't stored yet."""
        cases: list[dict[str, Any]] = []
        while (case := await grade.arrived.get()) is not None:
            cases.append(case)
            # The last case is stored together with the verdict, which follows it at once.
            if grade.arrived.empty() and case["index"] + 1 < case["total"]:
                try:
                    await self._ledger.add_cases(work, cases)
                    cases = []
                except DatabaseUnavailableError as error:
                    log.warning("cases_wait", reason=error.message)
        return await grade.future, cases


@dataclass(frozen=True)
class _Grade:
    """A grade running in a thread: the future of its report, and a queue of its cases that ends with None."""

    future: asyncio.Future[Report]
    arrived: asyncio.Queue[dict[str, Any] | None]


def _name(work: Work) -> dict[str, str]:
    """Return the fields for a job's log lines: its submission, and the request and trace that it came from."""
    found = {"submission": work.public_id, "request_id": work.origin.request_id, "trace": work.origin.trace}
    return {key: value for key, value in found.items() if value is not None}


async def _retry_record(record: Callable[[], Awaitable[T]], log: structlog.stdlib.BoundLogger) -> T:
    """Record a result, waiting for the database if necessary: grading again would take longer and cost an attempt."""
    reported = False
    while True:
        try:
            return await record()
        except DatabaseUnavailableError as error:
            if reported:
                OUTAGE.report("record", error.message)
            else:
                log.warning("record_waits", reason=error.message)
            reported = True
            await asyncio.sleep(PAUSE_S)
