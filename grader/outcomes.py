"""Verdicts and modes: the words of a report that programs compare. Uses only the standard library, as clients do."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """The judgement of a case or a whole submission."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    WRONG_STRUCTURE = "wrong_structure"
    INVALID_OUTPUT = "invalid_output"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT_EXCEEDED = "time_limit_exceeded"
    MEMORY_LIMIT_EXCEEDED = "memory_limit_exceeded"
    OUTPUT_LIMIT_EXCEEDED = "output_limit_exceeded"
    REJECTED_SOURCE = "rejected_source"
    TAMPERING = "tampering"
    INTERNAL_ERROR = "internal_error"

    @property
    def heading(self) -> str:
        """The verdict in a learner's words, for a heading."""
        return _HEADINGS[self]


_HEADINGS = {
    Verdict.ACCEPTED: "Accepted",
    Verdict.WRONG_ANSWER: "Wrong answer",
    Verdict.WRONG_STRUCTURE: "Right answer, wrong way",
    Verdict.INVALID_OUTPUT: "Wrong shape or type",
    Verdict.RUNTIME_ERROR: "Your code raised an error",
    Verdict.TIME_LIMIT_EXCEEDED: "Out of time",
    Verdict.MEMORY_LIMIT_EXCEEDED: "Out of memory",
    Verdict.OUTPUT_LIMIT_EXCEEDED: "Too much output",
    Verdict.REJECTED_SOURCE: "The file could not be graded",
    Verdict.TAMPERING: "The grader was tampered with",
    Verdict.INTERNAL_ERROR: "Our fault, not yours",
}


class Mode(StrEnum):
    """What to grade: `run` grades the sample cases and never counts; `submit` grades samples, then hidden cases."""

    RUN = "run"
    SUBMIT = "submit"
