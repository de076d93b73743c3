"""Agrees with a sandbox on a key, by which frames are signed both ways."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from grader.protocol import ANSWERS, QUESTIONS, Frame, FrameKind, Seal

if TYPE_CHECKING:
    from grader.sandbox.process import SandboxProcess

KEY_BYTES = 32


def send_key(process: SandboxProcess, deadline: float) -> tuple[Seal, Seal]:
    """Send a fresh key before `deadline`; return the seals of what is sent from now on, and of what comes back.

    It has a frame of its own because that is small: what large frames were read into can be seen in memory that a
    submission asks for, and small objects of Python's never become memory of anything else.
    """
    key = secrets.token_bytes(KEY_BYTES)
    process.send(Frame(FrameKind.JOB, {"key": key.hex()}), deadline)
    return Seal(key, QUESTIONS), Seal(key, ANSWERS)
