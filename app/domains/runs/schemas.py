"""The data types of runs, for pages and programs."""

from datetime import datetime
from typing import Final

from pydantic import BaseModel, ConfigDict, JsonValue

from app.db.statuses import Status
from grader.report import Report

SOURCE: Final = "import jax\n\nprint(jax.jit(lambda x: 2 * x)(21))\n"
QUEUED: Final[dict[str, JsonValue]] = {
    "id": "k3v0q8m1s5t2r7n4j6h9g0f1e3",
    "problem": None,
    "status": "queued",
    "created_at": "2026-11-21T16:02:11Z",
    "source": SOURCE,
    "position": 1,
}
"""An example of a newly created run."""


class NewProgram(BaseModel):
    """A Python program to be run, from its first line to its last."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"source": SOURCE}]})

    source: str


class NewRun(NewProgram):
    """Source to be run on a problem's samples."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"source": "def double(x):\n    return 2 * x\n"}]}
    )


class RunView(BaseModel):
    """A run. `problem` is null for a program; `position` is its place in the queue while it waits.

    The report of a program has one case, with a call for each call of a jitted function.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [QUEUED]})

    id: str
    problem: str | None = None
    status: Status
    report: Report | None = None
    created_at: datetime
    source: str
    position: int | None = None
