"""Turns a finding of the worker's own guard (`grader.inside.guard`) into a code and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.judge.evidence import FailureEvidence

REASONS = {
    "introspection": "Submissions may not look into the process that runs them.",
    "probes": "The grader relies on it, so what it saw can't be trusted.",
}


def explain_tampering(failure: FailureEvidence) -> tuple[str, str, int | None]:
    """Return the code, sentence and line of a finding."""
    kind = failure.name if failure.name in REASONS else "introspection"
    subject = f"Line {failure.line}" if failure.line is not None else "The submission"
    return f"tampering.{kind}", f"{subject} {failure.found or 'disturbs the grader'}. {REASONS[kind]}", failure.line
