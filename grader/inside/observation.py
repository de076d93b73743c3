"""Runs a program and reports each call of a jitted function that it makes. Runs inside the sandbox.

Theory of operation. A submission is called by the harness, and JAX's work is counted by those calls. A program has no
entry point: it runs once as `__main__`, from its first line to its last, and each call of one of its own jitted
functions is one bar of the picture. Such a call begins when JAX looks up the function's trace (`INFER` of
`dispatches.py`), or, if it was compiled ahead of time, when it runs; it ends when its outputs are computed. The traces
and segments that the recorder keeps in between belong to that call; segments outside all calls come from single
operations. The first jaxprs of each jitted function are kept, and written as text after the program has ended, so that
this takes none of its time. Probes and guard are the same as for a submission, and the record can be trusted no more:
it is evidence for teaching.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from grader.inside.descriptions import describe_unparsed
from grader.inside.devices import set_devices
from grader.inside.dispatches import DISPATCH, INFER, RAN, RUN
from grader.inside.guard import Guard
from grader.inside.hooks import shield
from grader.inside.patches import Probes
from grader.inside.probes import IDLE, Recorder, enter
from grader.inside.reading import wait_for
from grader.inside.source import Source, line_near
from grader.inside.streams import flush_output
from grader.inside.studies.jaxprs import count_constants, inner_jaxprs, walk
from grader.protocol import ANSWERS, QUESTIONS, Frame, FrameKind, Seal

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

    from grader.inside.records import Wrapper

MAX_CALLS = 200
"""The maximum number of calls reported one by one."""
MAX_SEGMENTS = 50
"""The maximum number of segments reported for one call."""
MAX_TRACES = 200
"""The maximum number of traces reported."""
MAX_EXPLAINED = 40
"""The maximum number of traces for which JAX's reason is kept."""
MAX_WRAPPERS = 100
MAX_PROGRAMS, MAX_OF_ONE = 12, 2
"""The maximum number of jaxprs reported, for all functions and for one."""
MAX_COUNTED = 20_000
"""The maximum number of equations of a jaxpr that are counted."""
MAX_WRITTEN = 2000
"""The maximum number of equations of a jaxpr that are written as text."""
MAX_TEXT = 6000
MAX_PRIMITIVES = 8

_clock = time.perf_counter


def run_observation(job: Frame, send: Callable[..., None], receive: Callable[[Seal], Frame]) -> None:
    """Run the program of a job; `job` holds the key, and the job itself follows.

    Answer with a CASE, which holds the program's calls and the error that ended it (or None), and DONE; or with FAILED.
    """
    key = bytes.fromhex(str(job.header.pop("key")))
    seal = Seal(key, ANSWERS)
    job = receive(Seal(key, QUESTIONS))
    set_devices(job)

    def deliver(frame: Frame) -> None:
        send(frame, seal)

    recorder = Recorder()
    recorder.most_explained = MAX_EXPLAINED
    try:
        source = Source(str(job.header["source"]), name="__main__", idle=IDLE)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        deliver(Frame(FrameKind.FAILED, {"stage": "syntax", "error": describe_unparsed(error)}))
        return
    recorder.functions = source.functions
    observer, probes, guard = CallObserver(recorder), Probes(None), Guard(deliver)
    guard.watch(observer.handlers(), probes.codes, probes.wards)
    recorder.start_module()
    recorder.start_call()
    error_found: dict[str, object] | None = None
    start = _clock()
    try:
        source.fresh_module(enter)
    except BaseException as error:  # noqa: BLE001 - SystemExit and all else that a program may raise
        error_found = source.describe_error(error)
    seconds = _clock() - start
    recorder.end_call()
    flush_output()
    guard.verify()
    if not probes.in_place():
        guard.alarm("probes", "removed the listener of `jax.monitoring`")
    deliver(Frame(FrameKind.CASE, observer.describe() | {"seconds": seconds, "error": error_found}))
    if not recorder.prove():
        guard.alarm("probes", "kept JAX from telling of a trace")
    deliver(Frame(FrameKind.DONE, {}))


@dataclass
class _OpenCall:
    """A call that has begun: its function, its line, and the numbers of traces and segments recorded before it.

    `ticket` is set when it runs.
    """

    fun: object
    note: Wrapper
    line: int | None
    traces: int
    segments: int
    start: float
    ticket: list[Any] | None = None
    dispatched: bool = False
    """Whether its program has been seen."""


class CallObserver:
    """Assigns what the recorder records to the calls that it belongs to."""

    def __init__(self, recorder: Recorder) -> None:
        """Observe the events that `recorder` handles."""
        self.calls: list[dict[str, object]] = []
        self.count = 0
        """The number of all calls, whether or not they are reported."""
        self._recorder = recorder
        self._own = recorder.handlers()
        self._open: _OpenCall | None = None
        self._told = 0.0
        """The total time of the calls' segments, in milliseconds. Segments don't include execution."""
        self._programs: list[tuple[Wrapper, Any]] = []

    def describe(self) -> dict[str, object]:
        """Return all that was observed, as JSON. Call this after the program has ended."""
        record = self._recorder.record
        made: Counter[tuple[int | None, str, int | None, bool]] = Counter(
            (note.line, note.name, note.defined, note.static) for note in self._recorder.all_wrappers()
        )
        outside = self._recorder.ledger.call.describe()
        spent = sum(float(str(segment["ms"])) for segment in record.segments)
        return {
            "calls": self.calls,
            "count": self.count,
            "traces": record.traces[:MAX_TRACES],
            "wrappers": [
                {"line": line, "name": name, "defined": defined, "static": static, "count": count}
                for (line, name, defined, static), count in list(made.items())[:MAX_WRAPPERS]
            ],
            "programs": [describe_program(note, jaxpr) for note, jaxpr in self._programs],
            "outside": outside["operations"],
            "callbacks": outside["callbacks"],
            "single": max(0.0, spent - self._told),
        }

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the handlers of the probes' events: the recorder's, four of which the observer wraps."""
        watched = {
            INFER: shield(self._on_infer),
            RUN: shield(self._on_run),
            RAN: shield(self._on_ran),
            DISPATCH: shield(self._on_dispatch),
        }
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
            if outputs:
                wait_for(outputs[0])
            seconds = _clock() - call.start
            self._open = None
            self.count += 1
            segments = record.segments[call.segments :]
            self._told += sum(float(str(segment["ms"])) for segment in segments)
            if len(self.calls) < MAX_CALLS:
                self.calls.append(
                    {
                        "name": call.note.name,
                        "line": call.line,
                        "defined": call.note.defined,
                        "seconds": seconds,
                        "first": call.traces,
                        "traces": len(record.traces) - call.traces,
                        "segments": segments[:MAX_SEGMENTS],
                    }
                )
        self._own[RAN](frame, ticket, outputs)

    def _on_dispatch(self, frame: types.FrameType, name: str, jaxpr: object) -> None:
        """Keep the jaxpr of the running call: a call's own program is the first that JAX runs for it."""
        call = self._open
        if call is not None and call.ticket is not None and not call.dispatched:
            call.dispatched = True
            alike = [kept for note, kept in self._programs if _same(note, call.note)]
            room = len(alike) < MAX_OF_ONE and len(self._programs) < MAX_PROGRAMS
            if room and all(kept is not jaxpr for kept in alike):
                self._programs.append((call.note, jaxpr))
        self._own[DISPATCH](frame, name, jaxpr)

    def _begin(self, frame: types.FrameType, fun: object) -> None:
        note = self._recorder.ledger.find_watched(fun)
        if note is None:
            return
        record = self._recorder.record
        self._open = _OpenCall(fun, note, line_near(frame), len(record.traces), len(record.segments), _clock())


def _same(note: Wrapper, other: Wrapper) -> bool:
    """Return whether two jitted functions were made from the same function."""
    return (note.name, note.defined) == (other.name, other.defined)


def describe_program(note: Wrapper, closed: Any) -> dict[str, object]:  # noqa: ANN401 - JAX's own type
    """Return a description of a jitted function's jaxpr as JSON: its text and counts of its contents."""
    primitives = Counter(str(equation.primitive.name)[:100] for equation, _ in islice(walk(closed), MAX_COUNTED))
    text, cut = write_jaxpr(closed)
    return {
        "name": note.name,
        "defined": note.defined,
        "equations": primitives.total(),
        "primitives": dict(primitives.most_common(MAX_PRIMITIVES)),
        "constants": count_constants(closed) if primitives.total() < MAX_COUNTED else 0,
        "text": text,
        "cut": cut,
    }


def write_jaxpr(closed: Any) -> tuple[str, bool]:  # noqa: ANN401 - JAX's own type
    """Return a jaxpr's text, of at most `MAX_WRITTEN` equations and `MAX_TEXT` characters, and whether it was cut."""
    try:
        jaxpr = closed.jaxpr
        kept, written = [], 0
        for equation in jaxpr.eqns:
            inner = [one for nested in inner_jaxprs(equation) for one in islice(walk(nested), MAX_WRITTEN)]
            written += 1 + len(inner)
            if written > MAX_WRITTEN:
                break
            kept.append(equation)
        cut = len(kept) < len(jaxpr.eqns)
        text = str(jaxpr.replace(eqns=kept) if cut else jaxpr)
    except Exception:  # noqa: BLE001 - the text of an argument may be the program's own
        return "", True
    return text[:MAX_TEXT], cut or len(text) > MAX_TEXT
