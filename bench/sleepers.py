"""Runners that sleep instead of grading: complete runners except for the grader.

`python -m bench.sleepers RUNNERS SECONDS [TALLY]`.

They share this process and its connections to the database; the settings come from the environment. As real ones, they
poll, and are notified of jobs with PostgreSQL. Each of their claims adds a byte to the file TALLY: `1` if there was a
job, otherwise `0`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from app.kit.logs import set_up_logs
from app.kit.settings import load_settings
from app.queue.local import name_runner
from app.work.installation import open_installation
from app.work.runner import POLL_SEPARATE_S, POLL_WOKEN_S, Runner
from grader.grading.counts import SandboxCounts
from grader.report import Mode, Report, Stack, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.domains.submissions.ledger import Ledger, Work
    from grader.bundle.contents import Bundle
    from grader.grading.grade import GradeEvent


class Sleeper:
    """A grader that sleeps and then accepts everything."""

    tier = "B"
    stack = Stack(python="3", jax="0", flax="0")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def start(self) -> None:
        """Prepare nothing."""

    def close(self) -> None:
        """Do nothing: there are no sandboxes."""

    def expect(self, bundle: Bundle) -> None:
        """Prepare nothing for `bundle`."""

    def is_warm(self, _bundle: Bundle) -> bool:
        """Return True."""
        return True

    def count_sandboxes(self) -> SandboxCounts:
        """Return zero counts."""
        return SandboxCounts({}, {})

    def grade(
        self,
        bundle: Bundle,
        source: bytes,  # noqa: ARG002 - the port's
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,  # noqa: ARG002 - likewise
    ) -> Report:
        """Sleep and accept."""
        time.sleep(self._seconds)
        return Report(
            problem=bundle.manifest.slug,
            version=bundle.digest,
            mode=mode,
            verdict=Verdict.ACCEPTED,
            code="accepted",
            message="Slept well.",
            score=1.0,
        )

    def observe(self, source: bytes) -> Report:  # noqa: ARG002 - as the real one's
        """Sleep, too."""
        time.sleep(self._seconds)
        message = "Slept well."
        return Report(
            problem="", version="", mode=Mode.RUN, verdict=Verdict.ACCEPTED, code="ran", message=message, score=0.0
        )


@contextmanager
def counting(ledger: Ledger, tally: str) -> Iterator[None]:
    """Add a byte to the file `tally` for each claim in the block."""
    begin = ledger.begin
    with Path(tally).open("ab", buffering=0) as file:

        async def count(*given: Any, **options: Any) -> Work | None:  # noqa: ANN401 - those of the real one
            work = await begin(*given, **options)
            file.write(b"0" if work is None else b"1")
            return work

        with patch.object(ledger, "begin", count):
            yield


async def sleep_until_stopped(count: int, seconds: float, tally: str) -> None:
    """Run `count` runners until SIGTERM."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    settings = load_settings()
    set_up_logs(settings)
    async with open_installation(settings) as services:
        # Named as if each had its own host: otherwise two runners of one process would consider each other dead.
        names = [f"host{number}-{name_runner()}" for number in range(count)]
        poll_s = POLL_SEPARATE_S if settings.is_sqlite else POLL_WOKEN_S
        runners = [Runner(services, Sleeper(seconds), poll_s=poll_s, name=name) for name in names]

        def tell() -> None:
            for runner in runners:
                runner.notify()

        services.submissions.notify_runner = tell
        with counting(services.ledger, tally):
            for runner in runners:
                await runner.start()
            services.start()
            await stop.wait()
            await asyncio.gather(*(runner.stop() for runner in runners))


if __name__ == "__main__":
    asyncio.run(sleep_until_stopped(int(sys.argv[1]), float(sys.argv[2]), (*sys.argv[3:], os.devnull)[0]))
