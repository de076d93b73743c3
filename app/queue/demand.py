"""Requirements of jobs on runners: the device, and versions of Python, jax and flax.

A problem says both in its `problem.yaml`. What a version of it needs stands in its row, so that one short query tells
all kinds of jobs that there may be.
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
    """What a job asks for: a device, `any` where that makes no difference, and versions as `Needs.tell` has them."""

    device: str
    needs: str

    @property
    def queue(self) -> str:
        """The name of the queue of such jobs: `cpu`, `any`, or with versions as labels `any python>=3.12 jax>=0.12`."""
        return f"{self.device} {self.needs}".rstrip()

    def is_met(self, device: str, stack: Stack | None) -> bool:
        """Whether a runner with this device and these versions, None while they aren't known, can do such a job."""
        if self.device not in {"any", device}:
            return False
        return not self.needs or (stack is not None and are_met(self.needs, stack))


UNDEMANDING: Final = Demand("any", "")
"""What a program asks for that belongs to no problem."""


def list_demands(session: Session) -> list[Demand]:
    """Return what the versions of all problems ask for, and what no problem does, each kind once."""
    statement = select(ProblemVersion.device, ProblemVersion.needs).distinct()
    found = [Demand(row.device, row.needs) for row in session.execute(statement)]
    return found if UNDEMANDING in found else [*found, UNDEMANDING]
