"""Runs programs as the sandbox runs submissions, but without walls, in one process: `python worker.py < PROGRAMS`.

PROGRAMS is a JSON list of sources. Each defines `run(step)`, which is called with the steps 0, 1, …, as many as the
source's first line says (`# calls: 3`). The frames go to stdout; the last one of each program is DONE or FAILED.
"""

from __future__ import annotations

import json
import os
import re
import sys
import warnings
from pathlib import Path

from grader.inside import culprits
from grader.inside import source as source_module
from grader.inside.guard import Guard
from grader.inside.harness import SubmissionRun
from grader.inside.patches import Probes
from grader.inside.probes import IDLE, Recorder
from grader.inside.questions import read_cases
from grader.inside.source import Source
from grader.protocol import Frame, FrameKind, ValueWriter, encode_frame


def main() -> None:
    """Run each program and write its frames."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")

    def send(frame: Frame) -> None:
        replies.write(encode_frame(frame))
        replies.flush()

    recorder, probes, guard = Recorder(), Probes(None), Guard(send)
    root = Path(__file__).parents[3]
    own = f"{root / 'grader'}/"  # the path of the grader's own code, outside a sandbox
    for module in (culprits, source_module):
        vars(module).update(OWN=own, THEIRS=(own, *source_module.THEIRS, str(root)))
    programs = json.load(sys.stdin)
    jobs = [make_job(program) for program in programs]
    guard.watch(recorder.handlers(), probes.codes, probes.wards)
    for job in jobs:
        source = Source(str(job.header["source"]), idle=IDLE)
        recorder.functions = source.functions
        SubmissionRun(job, source, recorder, send, probes, guard).run(read_cases(job))
    os._exit(0)


def make_job(program: str) -> Frame:
    """Return the JOB frame of one program."""
    found = re.match(r"# calls: (\d+)", program)
    writer = ValueWriter()
    calls = [{"step": writer.write(step)} for step in range(int(found[1]) if found else 1)]
    header: dict[str, object] = {"source": program, "entry_point": "run", "defines": [], "parameters": ["step"]}
    return Frame(FrameKind.JOB, {**header, "cases": [calls]}, writer.payload)


main()
