"""A submission's process: confines itself after the fork, starts XLA's threads, runs one job, and exits.

`os._exit` skips the interpreter's shutdown, which takes some 200 ms and runs code that a submission may have
registered.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import TYPE_CHECKING

import numpy as np

from grader.inside import checker_runner, confine, generate, harness, observation, referee, script, trial, warm
from grader.inside.streams import show_warnings

if TYPE_CHECKING:
    from grader.inside.channel import Channel
    from grader.protocol import Frame

DUMP_SIGNAL = signal.SIGUSR1
"""The signal that makes a worker print its traceback to stderr; the supervisor sends it when time runs out."""
FAILED = 70
"""The exit status of a process in which the grader's own code failed."""


def serve(line: Channel, keep_fds: tuple[int, ...]) -> None:
    """Confine this process as HELLO says, warm up if a WARM frame follows, send READY, do one job. Does not return."""
    hello = line.receive()
    confine.confine(hello.header.get("confine"), hello.payload, keep_fds=keep_fds)
    faulthandler.register(DUMP_SIGNAL, file=2, all_threads=False, chain=False)
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
        start_afresh()
        observation.run_observation(job, line.send, line.receive)
    elif job.header.get("task") == "trial":
        trial.run_trial(job.header, line.send)
    else:
        start_afresh()
        grade(job, line)
    os._exit(0)


def start_afresh() -> None:
    """Undo what a submission would notice of the zygote: hidden warnings, and the numbers that NumPy draws next."""
    show_warnings()
    np.random.seed()  # noqa: NPY002 - the generator that a submission uses without a seed of its own


def grade(job: Frame, line: Channel) -> None:
    """Run a submission. If it closed the harness's pipes or exhausted its memory, end with an exit status.

    Nothing is printed to the submission's output, except MemoryError on stderr, from which the supervisor makes a
    verdict.
    """
    try:
        harness.run_job(job, line.send, line.receive)
    except MemoryError:
        raise
    except BaseException:  # noqa: BLE001 - the exit status says that the harness failed
        os._exit(FAILED)
