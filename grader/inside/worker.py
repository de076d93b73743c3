"""A submission's process, freshly forked: confines itself, lets XLA start its threads, serves one submission, dies.

`os._exit` skips interpreter shutdown, which costs some 200 ms and runs code that a submission may have registered.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import TYPE_CHECKING

from grader.inside import checker_runner, confine, generate, harness, observation, referee, script, trial, warm

if TYPE_CHECKING:
    from grader.inside.channel import Channel
    from grader.protocol import Frame

ASKED = signal.SIGUSR1
"""By this signal the supervisor asks a worker that ran out of time where it stands; it tells on stderr."""
FAILED = 70
"""Exit status of a process in which the grader's own code failed."""


def serve(line: Channel, keep_fds: tuple[int, ...]) -> None:
    """Take on what HELLO says, warm up if a WARM frame follows it, say READY, do one job. Does not return."""
    hello = line.receive()
    confine.confine(hello.header.get("confine"), hello.payload, keep_fds=keep_fds)
    faulthandler.register(ASKED, file=2, all_threads=False, chain=False)
    line.send(warm.start_worker(line.receive() if hello.header.get("warm") else None))
    job = line.receive()
    if job.header.get("task") == "generate":
        generate.run_generator(job, line.send)
    elif job.header.get("task") == "check":
        checker_runner.run_checker(job, line.send, line.receive)
    elif job.header.get("task") == "referee":
        referee.run_referee(job, line.send, line.receive)
    elif job.header.get("task") == "script":
        script.run_script(job, line.send)
    elif job.header.get("task") == "observe":
        observation.run_observation(job, line.send)
    elif job.header.get("task") == "trial":
        trial.run_trial(job.header, line.send)
    else:
        grade(job, line)
    os._exit(0)


def grade(job: Frame, line: Channel) -> None:
    """Run a submission. Where it took the harness's pipes or memory away, end without a word in its output.

    Only MemoryError is told on stderr, because the supervisor makes a verdict of it.
    """
    try:
        harness.run_job(job, line.send, line.receive)
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001 - the exit status says that it is the harness which failed
        os._exit(FAILED)
