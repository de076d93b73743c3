"""The second sandbox of a grade, in which a problem's own `checker.py` judges outputs, apart from the submission."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from grader.errors import CheckerFailedError
from grader.judge.evidence import CheckerFinding
from grader.protocol import Frame, FrameKind, ProtocolError, ValueWriter
from grader.sandbox.process import SandboxEnded
from grader.sandbox.spending import Allowance

if TYPE_CHECKING:
    from grader.grading.spare import Spare
    from grader.judge.checks.view import CaseView

CHECK_SECONDS = 20.0
"""The time limit of a checker, in seconds: for loading, and again for each case."""


class CheckerSandbox:
    """Checks one submission, case by case, in the sandbox of a spare."""

    def __init__(self, spare: Spare, source: str) -> None:
        """Send the checker's source. If it fails to load, that only shows with the first case."""
        self._process = spare.process
        self._loaded = False
        job = Frame(FrameKind.JOB, {"task": "check", "source": source})
        try:
            self._process.send(job, Allowance(CHECK_SECONDS))
        except SandboxEnded as ended:
            raise CheckerFailedError(f"the checker's sandbox ended: {ended.outcome}") from ended

    def __call__(self, view: CaseView) -> CheckerFinding | None:
        """Return what the checker finds wrong with a case; raise `CheckerFailedError` if the checker itself fails."""
        writer = ValueWriter()
        calls = [
            {
                "args": {name: writer.write(value) for name, value in call.asked.args.items()},
                "output": writer.write(call.output),
                "expected": writer.write(call.asked.expected),
                "traces": len(call.evidence.traces),
            }
            for call in view.calls
        ]
        try:
            if not self._loaded:
                self._receive(FrameKind.LOADED)
                self._loaded = True
            job = Frame(FrameKind.JOB, {"calls": calls}, writer.payload)
            self._process.send(job, Allowance(CHECK_SECONDS))
            found = self._receive(FrameKind.CASE).header.get("finding")
            return CheckerFinding.model_validate(found) if found is not None else None
        except SandboxEnded as ended:
            raise CheckerFailedError(f"checker.py ended its sandbox: {ended.outcome}") from ended
        except (ProtocolError, ValidationError) as error:
            raise CheckerFailedError(f"checker.py answered with something other than a finding: {error}") from error

    def _receive(self, due: FrameKind) -> Frame:
        frame = self._process.receive(Allowance(CHECK_SECONDS))
        if frame.kind is FrameKind.FAILED:
            error = frame.header.get("error")
            told = f"{error.get('type')}: {error.get('message')}" if isinstance(error, dict) else "no reason was given"
            raise CheckerFailedError(f"checker.py raised {told}")
        if frame.kind is not due:
            raise CheckerFailedError(f"checker.py's sandbox sent {frame.kind.name} where {due.name} was due")
        return frame
