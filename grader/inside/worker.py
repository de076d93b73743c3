"""A submission's process, freshly forked: confines itself, lets XLA start its threads, serves one submission, dies.

`os._exit` skips interpreter shutdown, which costs some 200 ms and runs code that a submission may have registered.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.inside import checker, confine, generate, harness, script, trial, warm

if TYPE_CHECKING:
    from grader.inside.channel import Channel


def serve(line: Channel, keep_fds: tuple[int, ...]) -> None:
    """Take on what HELLO says, warm up if a WARM frame follows it, say READY, do one job. Does not return."""
    hello = line.receive()
    confine.confine(hello.header.get("confine"), hello.payload, keep_fds=keep_fds)
    line.send(warm.start_worker(line.receive() if hello.header.get("warm") else None))
    job = line.receive()
    if job.header.get("task") == "generate":
        generate.run_generator(job, line.send)
    elif job.header.get("task") == "check":
        checker.run_checker(job, line.send, line.receive)
    elif job.header.get("task") == "script":
        script.run_script(job, line.send)
    elif job.header.get("task") == "trial":
        trial.run_trial(job.header, line.send)
    else:
        harness.run_job(job, line.send, line.receive)
    os._exit(0)
