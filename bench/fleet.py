"""A fleet of runners that sleep instead of grading, in a few processes."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from bench.installations import running

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

    from app.kit.settings import Settings
    from app.services import Services

PER_PROCESS: Final = 50
"""The maximum number of runners in one process of `bench.sleepers`."""
POLL_S: Final = 0.05
GIVE_UP_S: Final = 280.0


@contextmanager
def sleeping(
    settings: Settings, runners: int, nap_s: float, tally: str = os.devnull
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run sleeping runners for the duration of the block; yield their processes, which add their claims to `tally`."""
    with ExitStack() as stack:
        processes = []
        for first in range(0, runners, PER_PROCESS):
            count = min(PER_PROCESS, runners - first)
            command = [sys.executable, "-m", "bench.sleepers", str(count), str(nap_s), tally]
            processes.append(stack.enter_context(running(command, settings)))
        yield processes


async def wait_for_runners(services: Services, runners: int) -> None:
    """Return when this many runners have registered; raises `SystemExit` if that takes too long."""
    deadline = time.monotonic() + GIVE_UP_S
    while len([one for one in await services.fleet.list_runners() if one.tier]) < runners:
        await pause(deadline, "runners have registered")


async def pause(deadline: float, what: str) -> None:
    """Wait a moment; raises `SystemExit` after the deadline, by the monotonic clock."""
    if time.monotonic() > deadline:
        message = f"not all {what} in {GIVE_UP_S:.0f} s"
        raise SystemExit(message)
    await asyncio.sleep(POLL_S)
