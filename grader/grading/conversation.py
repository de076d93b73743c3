"""The host's side of the conversation with one sandbox: send a source, receive evidence of its cases.

`grader.grading.jobs` builds the frames that are sent. The sandbox answers the first JOB with LOADED, a CASE for each
case, and DONE; or with FAILED. It answers each further JOB with its CASEs and DONE.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from grader.grading.jobs import build_job, describe_cases
from grader.judge.evidence import FailureEvidence
from grader.protocol import Frame, FrameKind, ProtocolError, ValueWriter
from grader.sandbox.seals import send_key
from grader.sandbox.spending import Allowance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle.contents import Case, Manifest
    from grader.grading.spare import Spare
    from grader.protocol import Seal, Value

LOAD_SECONDS = 20.0
"""The limit on the processor time, in seconds, for importing a submission."""


class LoadFailedError(Exception):
    """The source can't be graded: it does not compile, raises on import, or lacks what the problem asks for."""

    def __init__(self, failure: FailureEvidence) -> None:
        """Keep what the sandbox reported."""
        super().__init__(failure.stage)
        self.failure = failure


class ForgedFrameError(Exception):
    """The sandbox sent a frame that it would only send if somebody had tampered with it."""


@dataclass
class Conversation:
    """The conversation with a spare's sandbox; each method may raise `SandboxEnded` (of `grader.sandbox.process`)."""

    spare: Spare
    loaded: bool = False
    """Whether the source was imported."""
    _questions: Seal | None = None
    _answers: Seal | None = None

    def run_cases(
        self,
        source: str,
        manifest: Manifest,
        cases: Sequence[Case],
        *,
        bundle: str | None = None,
        keep_cache: bool = False,
        reference: bool = False,
    ) -> Iterator[Frame]:
        """Load the source, run the cases, and yield a CASE frame for each as it arrives.

        Stops after a case that reports an error. `bundle` is the digest of the bundle whose compile cache is read. For
        a `reference` no outputs are drawn, and the state of its models before each call is reported too.
        """
        job = build_job(source, manifest, cases, bundle=bundle, keep_cache=keep_cache)
        job.header["initials"] = reference
        if reference:
            job.header["draws"] = None
        self._questions, self._answers = send_key(self.spare.process, Allowance(LOAD_SECONDS))
        yield from self._exchange(job, len(cases), manifest.limits.time_s, first=True)

    def observe(self, source: str, seconds: float) -> Frame:
        """Run a program for at most `seconds` of processor time, and return the CASE frame with its calls."""
        self._questions, self._answers = send_key(self.spare.process, Allowance(LOAD_SECONDS), "observe")
        self._send(Frame(FrameKind.JOB, {"source": source}))
        frame = self._receive(FrameKind.CASE, seconds)
        self._receive(FrameKind.DONE, seconds)
        return frame

    def run_more(self, manifest: Manifest, cases: Sequence[Case]) -> Iterator[Frame]:
        """Run further cases of the source that is already loaded."""
        yield from self._exchange(describe_cases(manifest, cases), len(cases), manifest.limits.time_s, first=False)

    def run_programs(self, manifest: Manifest, calls: Sequence[dict[str, Value]]) -> Iterator[Frame]:
        """Have the program of each call exported; yield a PROGRAM frame for each. The arrays' values don't matter."""
        writer, limit = ValueWriter(), manifest.limits.time_s
        asked = [{name: writer.write(value) for name, value in call.items()} for call in calls]
        gradients = manifest.checks.gradients
        derive = gradients.model_dump(mode="json") if gradients is not None else None
        job = Frame(FrameKind.JOB, {"programs": asked, "derive": derive}, writer.payload)
        self._send(job)
        for _ in calls:
            yield self._receive(FrameKind.PROGRAM, limit)
        self._receive(FrameKind.DONE, limit)

    def receive_cache(self) -> Frame:
        """Return the CACHE frame that follows DONE if it was requested."""
        return self._receive(FrameKind.CACHE, LOAD_SECONDS)

    def _exchange(self, job: Frame, count: int, limit: float, *, first: bool) -> Iterator[Frame]:
        draws: Any = job.header["draws"] or [None] * count
        self._send(replace(job, header=job.header | {"draws": self._conceal(draws)}))
        if first:
            self._receive(FrameKind.LOADED, LOAD_SECONDS)
            self.loaded = True
        for draw in draws:
            frame = self._receive(FrameKind.CASE, limit)
            frame.header["draw"] = draw["seed"] if draw is not None else None
            frame.header["seconds"] = self.spare.process.step_seconds
            yield frame
            if frame.header.get("error") is not None:
                return
        self._receive(FrameKind.DONE, limit)

    def _conceal(self, draws: object) -> str | None:
        """Return the draws concealed: a submission's process must not know a draw before the call that it is for."""
        if self._questions is None:
            return None
        return self._questions.conceal(json.dumps(draws).encode()).hex()

    def _send(self, job: Frame) -> None:
        self.spare.process.send(job, Allowance(LOAD_SECONDS), self._questions)

    def _receive(self, due: FrameKind, seconds: float) -> Frame:
        """Return the next frame, which must be of the kind `due` and carry the right seal.

        The sandbox may use at most `seconds` of processor time to make it.
        """
        frame = self.spare.process.receive(Allowance(seconds))
        if self._answers is not None:
            try:
                self._answers.check(frame)
            except ProtocolError as error:
                raise ForgedFrameError(str(error)) from error
        if frame.kind is FrameKind.FAILED:
            raise LoadFailedError(_parse_failure(frame))
        if frame.kind is not due:
            raise ForgedFrameError(f"{frame.kind.name} came where {due.name} was due")
        return frame

    def generate(self, source: str, seed: str, limit: float) -> Frame:
        """Run a problem's `cases.py` and return its CASES frame."""
        self._send(Frame(FrameKind.JOB, {"task": "generate", "source": source, "seed": seed}))
        return self._receive(FrameKind.CASES, limit)


def _parse_failure(frame: Frame) -> FailureEvidence:
    try:
        return FailureEvidence.model_validate(frame.header)
    except ValidationError as error:
        raise ForgedFrameError(str(error)) from error
