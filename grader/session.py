"""One conversation with one sandbox: hand over a source, get evidence of its cases, learn how it ended.

The frames. A JOB has `source`, `bodies` (the problem's `bodies.py`), `entry_point`, `defines`, `parameters` (names in
the order of the call), `module` and `roundtrip` (what to watch, or null), `studies` (what to look into after the calls
of a case: the spec of each check that needs it), `devices` (how many there must be), and `cases`: a list of calls for
each case, the wire value of each parameter for each call. The sandbox answers LOADED, a CASE each, DONE; or FAILED. A
further JOB brings more `cases` of the same source. All answers are signed with `key` (see `protocol.Seal`). `bundle`
names the cache of compiled programs to read; with `keep_cache` DONE is followed by CACHE, which holds the programs
compiled meanwhile. A JOB with `task` "generate" has `source` and `seed` and is answered by CASES, unsigned.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from grader.judge.checks import studied
from grader.judge.evidence import FailureEvidence
from grader.protocol import Frame, FrameKind, ProtocolError, Seal, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle import Bundle, Case, Manifest
    from grader.pool import Spare

LOAD_SECONDS = 20.0
"""How long importing a submission may take."""


class LoadFailedError(Exception):
    """The source can't be graded: it does not compile, raises on import, or lacks what the problem asks for."""

    def __init__(self, failure: FailureEvidence) -> None:
        """Carry what the sandbox said."""
        super().__init__(failure.stage)
        self.failure = failure


class ForgedFrameError(Exception):
    """A frame came that an untouched sandbox would not send."""


@dataclass
class Session:
    """Speaks with the sandbox of `spare`; each method may raise `SandboxEnded` (of `grader.sandbox.process`)."""

    spare: Spare
    loaded: bool = False
    """Whether the source was imported once."""
    _seal: Seal | None = None

    def run_cases(
        self,
        source: str,
        manifest: Manifest,
        cases: Sequence[Case],
        *,
        bundle: str | None = None,
        keep_cache: bool = False,
    ) -> Iterator[Frame]:
        """Load the source, run the cases and yield a CASE frame for each, as it comes.

        It stops after a case that reports an error. `bundle` is the digest whose compile cache is read.
        """
        job = build_job(source, manifest, cases, bundle=bundle, keep_cache=keep_cache)
        key = secrets.token_bytes(32)
        job.header["key"] = key.hex()
        self._seal = Seal(key)
        yield from self._exchange(job, len(cases), manifest.limits.time_s, first=True)

    def run_more(self, manifest: Manifest, cases: Sequence[Case]) -> Iterator[Frame]:
        """Run further cases of the source that is already loaded."""
        yield from self._exchange(_describe_cases(cases), len(cases), manifest.limits.time_s, first=False)

    def receive_cache(self) -> Frame:
        """Return the CACHE frame that follows DONE where it was asked for."""
        return self._receive(FrameKind.CACHE, time.monotonic() + LOAD_SECONDS)

    def _exchange(self, job: Frame, count: int, limit: float, *, first: bool) -> Iterator[Frame]:
        deadline = time.monotonic() + LOAD_SECONDS
        self.spare.process.send(job, deadline)
        if first:
            self._receive(FrameKind.LOADED, deadline)
            self.loaded = True
        for _ in range(count):
            frame = self._receive(FrameKind.CASE, time.monotonic() + limit)
            yield frame
            if frame.header.get("error") is not None:
                return
        self._receive(FrameKind.DONE, time.monotonic() + limit)

    def _receive(self, due: FrameKind, deadline: float) -> Frame:
        """Return the next frame, which must be of the kind `due` and carry the right seal."""
        frame = self.spare.process.receive(deadline)
        if self._seal is not None:
            try:
                self._seal.check(frame)
            except ProtocolError as error:
                raise ForgedFrameError(str(error)) from error
        if frame.kind is FrameKind.FAILED:
            raise LoadFailedError(_parse_failure(frame))
        if frame.kind is not due:
            raise ForgedFrameError(f"{frame.kind.name} came where {due.name} was due")
        return frame

    def generate(self, source: str, seed: str, limit: float) -> Frame:
        """Run a problem's `cases.py` and return its CASES frame."""
        deadline = time.monotonic() + limit
        job = Frame(FrameKind.JOB, {"task": "generate", "source": source, "seed": seed})
        self.spare.process.send(job, deadline)
        return self._receive(FrameKind.CASES, deadline)


def build_job(
    source: str,
    manifest: Manifest,
    cases: Sequence[Case],
    *,
    bundle: str | None = None,
    keep_cache: bool = False,
) -> Frame:
    """Return the first JOB frame of a submission."""
    checks = manifest.checks
    described = _describe_cases(cases)
    return Frame(
        FrameKind.JOB,
        {
            "source": source,
            "entry_point": manifest.entry_point,
            "bodies": manifest.bodies,
            "defines": list(manifest.defines),
            "parameters": [parameter.name for parameter in manifest.parameters],
            "module": checks.jit.module if checks.jit else None,
            "roundtrip": checks.roundtrip.parameter if checks.roundtrip else None,
            "studies": studied(checks),
            "devices": checks.sharding.devices if checks.sharding else 1,
            "bundle": bundle,
            "keep_cache": keep_cache,
            **described.header,
        },
        described.payload,
    )


def build_warm(bundle: Bundle) -> Frame:
    """Return the WARM frame of a problem: its public code and public values."""
    job = build_job(bundle.manifest.warmup, bundle.manifest, bundle.warm, bundle=bundle.digest)
    return Frame(FrameKind.WARM, job.header, job.payload)


def _describe_cases(cases: Sequence[Case]) -> Frame:
    writer = ValueWriter()
    described = [
        [{name: writer.write(value) for name, value in call.args.items()} for call in case.calls] for case in cases
    ]
    return Frame(FrameKind.JOB, {"cases": described}, writer.payload)


def _parse_failure(frame: Frame) -> FailureEvidence:
    try:
        return FailureEvidence.model_validate(frame.header)
    except ValidationError as error:
        raise ForgedFrameError(str(error)) from error
