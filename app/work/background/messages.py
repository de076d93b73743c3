"""The messages between a client and a background grader: JSON objects, one per line.

The client sends one `Asked`. The grader sends any number of `StepDone`, and then one `Graded`, `Failed` or `Ended`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from grader.report import Mode, Report

MAX_LINE: Final = 64 * 1024 * 1024
"""The maximum length of a line, in bytes: reports contain arrays and printed output."""
MAX_ASKED: Final = 4 * 1024 * 1024
"""The maximum length of a request, in bytes: the largest source, in base64, and its problem's name."""


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_bytes="base64", val_json_bytes="base64")


class Asked(_Message):
    """A request to grade source against a problem's cases or, without source, to stop."""

    slug: str = ""
    source: bytes | None = None
    mode: Mode = Mode.SUBMIT


class StepDone(_Message):
    """The progress of publishing, which precedes grading if a problem's files have changed."""

    kind: Literal["progress"] = "progress"
    slug: str
    step: str
    done: int
    total: int


class Graded(_Message):
    """A report."""

    kind: Literal["graded"] = "graded"
    report: Report


class Failed(_Message):
    """The reason why there is no report: the fields of `app.kit.failures.Failure`."""

    kind: Literal["failed"] = "failed"
    code: str
    message: str
    exit_code: int


class Ended(_Message):
    """The answer to a request to stop: whether the grader does; one in `jaxdojo serve` doesn't."""

    kind: Literal["ended"] = "ended"
    ends: bool


Answer = StepDone | Graded | Failed | Ended
ANSWER: Final[TypeAdapter[Answer]] = TypeAdapter(Annotated[Answer, Field(discriminator="kind")])


def encode(message: BaseModel) -> bytes:
    """Return a message as a line."""
    return message.model_dump_json().encode() + b"\n"
