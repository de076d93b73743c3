"""Runs a program and tells of each call of a jitted function that it made. Runs inside the sandbox.

Theory of operation. A submission is called by the harness, and what JAX does is counted by those calls. A program has
no entry point: it is imported once, from its first line to its last, and each call of a jitted function of its own is
one bar of the picture. Such a call begins when JAX looks for the function's trace (`INFER` of `dispatches.py`), or
where it was compiled ahead of time when it runs, and ends when its outputs are computed. The traces and segments that
the recorder keeps meanwhile are that call's. Probes and guard are those of a submission, and so is how much of it can
be believed: it is evidence for teaching.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.inside.descriptions import describe_unparsed
from grader.inside.devices import set_devices
from grader.inside.dispatches import INFER, RAN, RUN
from grader.inside.guard import Guard
from grader.inside.hooks import shield
from grader.inside.patches import Probes
from grader.inside.probes import IDLE, Recorder, enter
from grader.inside.reading import wait_for
from grader.inside.source import Source, line_near
from grader.inside.streams import flush_output
from grader.protocol import ANSWERS, QUESTIONS, Frame, FrameKind, Seal

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

    from grader.inside.records import Wrapper

MAX_CALLS = 200
"""Most calls that are told one by one."""
MAX_SEGMENTS = 100
"""Most segments told of one call."""

_clock = time.perf_counter


def run_observation(job: Frame, send: Callable[..., None], receive: Callable[[Seal], Frame]) -> None:
    """Run the program of the job that follows `job`, which holds the key.

    Answer a CASE with its calls and the error that ended it, and DONE; or FAILED.
    """
    key = bytes.fromhex(str(job.header.pop("key")))
    seal = Seal(key, ANSWERS)
    job = receive(Seal(key, QUESTIONS))
    set_devices(job)

    def deliver(frame: Frame) -> None:
        send(frame, seal)

    recorder = Recorder()
    try:
        source = Source(str(job.header["source"]), idle=IDLE)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        deliver(Frame(FrameKind.FAILED, {"stage": "syntax", "error": describe_unparsed(error)}))
        return
    recorder.functions = source.functions
    observer, probes, guard = CallObserver(recorder), Probes(None), Guard(deliver)
    guard.watch(observer.handlers(), probes.codes, probes.wards)
    recorder.start_module()
    recorder.start_call()
    error_found: dict[str, object] | None = None
    try:
        source.fresh_module(enter)
    except BaseException as error:  # noqa: BLE001 - SystemExit and all else that a program may raise
        error_found = source.describe_error(error)
    recorder.end_call()
    flush_output()
    guard.verify()
    if not probes.in_place():
        guard.alarm("probes", "removed the listener of `jax.monitoring`")
    deliver(Frame(FrameKind.CASE, {"calls": observer.calls, "count": observer.count, "error": error_found}))
    if not recorder.prove():
        guard.alarm("probes", "kept JAX from telling of a trace")
    deliver(Frame(FrameKind.DONE, {}))


@dataclass
class _OpenCall:
    """A call that has begun: of what, where, and what had been seen until then. `ticket` comes when it runs."""

    fun: object
    note: Wrapper
    line: int | None
    traces: int
    segments: int
    start: float
    ticket: list[Any] | None = None


class CallObserver:
    """Puts what the recorder sees into the calls that it belongs to."""

    def __init__(self, recorder: Recorder) -> None:
        """Look over the shoulder of `recorder`."""
        self.calls: list[dict[str, object]] = []
        self.count = 0
        """All calls, told or not."""
        self._recorder = recorder
        self._own = recorder.handlers()
        self._open: _OpenCall | None = None

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return what serves the probes' events: the recorder's handlers, three of them watched."""
        watched = {INFER: shield(self._on_infer), RUN: shield(self._on_run), RAN: shield(self._on_ran)}
        return self._own | watched

    def _on_infer(self, frame: types.FrameType, fun: object, begins: bool) -> None:  # noqa: FBT001 - an event's argument
        self._own[INFER](frame, fun, begins)
        if begins and (self._open is None or self._open.ticket is None):
            self._begin(frame, fun)

    def _on_run(self, frame: types.FrameType, ticket: list[Any], fun: object, inputs: Any) -> None:  # noqa: ANN401 - any leaves
        self._own[RUN](frame, ticket, fun, inputs)
        if not ticket:
            return
        if self._open is None or self._open.fun is not fun:
            self._begin(frame, fun)
        if self._open is not None:
            self._open.ticket = ticket

    def _on_ran(self, frame: types.FrameType, ticket: list[Any], outputs: list[Any]) -> None:
        call, record = self._open, self._recorder.record
        if call is not None and call.ticket is ticket:
            for output in outputs:
                wait_for(output)
            seconds = _clock() - call.start
            self._open = None
            self.count += 1
            if len(self.calls) < MAX_CALLS:
                self.calls.append(
                    {
                        "name": call.note.name,
                        "line": call.line,
                        "seconds": seconds,
                        "traces": len(record.traces) - call.traces,
                        "segments": record.segments[call.segments :][:MAX_SEGMENTS],
                    }
                )
        self._own[RAN](frame, ticket, outputs)

    def _begin(self, frame: types.FrameType, fun: object) -> None:
        note = self._recorder.ledger.find_watched(fun)
        if note is None:
            return
        record = self._recorder.record
        self._open = _OpenCall(fun, note, line_near(frame), len(record.traces), len(record.segments), _clock())
