"""Agrees with a sandbox on a key, by which frames are signed both ways."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from grader.protocol import ANSWERS, QUESTIONS, Frame, FrameKind, Seal

if TYPE_CHECKING:
    from grader.sandbox.process import SandboxProcess
    from grader.sandbox.spending import Limit

KEY_BYTES = 32


def send_key(process: SandboxProcess, limit: Limit, task: str | None = None) -> tuple[Seal, Seal]:
    """Send a fresh key for a `task` (None: grading); return the seals for sending and receiving.

    The key has a small frame of its own: a submission may be given memory that held a large frame, but never memory
    that held small Python objects.
    """
    key = secrets.token_bytes(KEY_BYTES)
    process.send(Frame(FrameKind.JOB, {"task": task, "key": key.hex()}), limit)
    return Seal(key, QUESTIONS), Seal(key, ANSWERS)
