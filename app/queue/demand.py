"""Requirements of jobs on runners: the device, and versions of Python, jax and flax.

A problem declares both in its `problem.yaml`. The requirements of a problem version are stored in its row, so one short
query lists all possible kinds of jobs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import select

from app.db.models import ProblemVersion
from grader.package.needs import are_met

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from grader.report import Stack


class Demand(NamedTuple):
    """A job's requirements: a device, or `any`, and versions in the format of `Needs.tell`."""

    device: str
    needs: str

    @property
    def queue(self) -> str:
        """The name of the queue for such jobs: `cpu`, `any`, or with versions `any python>=3.12 jax>=0.12`."""
        return f"{self.device} {self.needs}".rstrip()

    def is_met(self, device: str, stack: Stack | None) -> bool:
        """Return whether a runner with this device and these versions, which are None if unknown, can do such a job."""
        if self.device not in {"any", device}:
            return False
        return not self.needs or (stack is not None and are_met(self.needs, stack))


UNDEMANDING: Final = Demand("any", "")
"""The requirements of a program that belongs to no problem."""


def list_demands(session: Session) -> list[Demand]:
    """Return the distinct requirements of all problem versions, and those of a program without a problem."""
    statement = select(ProblemVersion.device, ProblemVersion.needs).distinct()
    found = [Demand(row.device, row.needs) for row in session.execute(statement)]
    return found if UNDEMANDING in found else [*found, UNDEMANDING]
