"""Runs a table of small programs on the installed JAX, all in one process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grader.protocol import Frame, FrameKind, read_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

WORKER = Path(__file__).with_name("worker.py")


def run_programs(programs: Sequence[str]) -> list[list[Frame]]:
    """Return the frames of each program, without LOADED and DONE."""
    found = subprocess.run(
        [sys.executable, str(WORKER)],
        input=json.dumps(list(programs)).encode(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=240,
        env={**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(WORKER.parents[3])},
    )
    stream = io.BytesIO(found.stdout)
    results: list[list[Frame]] = []
    for _ in programs:
        frames: list[Frame] = []
        while True:
            frame = read_frame(stream.read)
            if frame.kind is FrameKind.CASE or frame.kind is FrameKind.FAILED:
                frames.append(frame)
            if frame.kind in (FrameKind.DONE, FrameKind.FAILED) or frame.header.get("error") is not None:
                break
        results.append(frames)
    return results
