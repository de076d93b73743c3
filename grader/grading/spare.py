"""A sandbox that is ready for one submission."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.report import Stack
    from grader.sandbox.process import SandboxProcess


@dataclass(frozen=True)
class Spare:
    """A sandbox that has sent READY, the versions in it, and the digest of the bundle that it is warm for, if any."""

    process: SandboxProcess
    stack: Stack
    digest: str | None
