"""Reports what JAX did in a program: each jitted function with its traces and their causes, and what ran outside them.

Nothing here is a judgement. The evidence comes from the program's own process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.judge.evidence import WrapperEvidence
from grader.judge.retrace import LOOPS, explain_retrace
from grader.report import FunctionReport, JaxprReport, Observed, OperationReport, TraceReport

if TYPE_CHECKING:
    from grader.judge.evidence import ObservationEvidence, TraceEvidence

Key = tuple[str, int | None]
"""The key of a function: its name, and the line on which it is defined."""


@dataclass
class _Function:
    calls: int = 0
    traces: list[TraceReport] = field(default_factory=list)


def tell_observed(evidence: ObservationEvidence) -> Observed:
    """Return what a program's evidence shows."""
    functions: dict[Key, _Function] = {}
    owners: dict[int, tuple[Key, int]] = {}
    for at, call in enumerate(evidence.calls, start=1):
        key = (call.name, call.defined)
        function = functions.setdefault(key, _Function())
        function.calls += 1
        for number in range(call.first, min(call.first + call.traces, len(evidence.traces))):
            owners[number] = key, at
    for number, trace in enumerate(evidence.traces):
        owner = owners.get(number)
        key = owner[0] if owner is not None else (LOOPS.get(trace.name, trace.name), trace.line)
        told = _explain(evidence, number, None if owner is None else owner[1], key)
        functions.setdefault(key, _Function()).traces.append(told)
    return Observed(
        functions=[
            FunctionReport(
                name=name,
                line=line,
                calls=function.calls,
                traces=function.traces,
                jaxprs=_list_jaxprs(evidence, (name, line)),
            )
            for (name, line), function in functions.items()
        ],
        outside=[
            OperationReport(name=one.name, primitive=one.arithmetic, line=one.line, count=one.count)
            for one in evidence.outside
        ],
        callbacks=sorted({one.line for one in evidence.callbacks}, key=lambda line: line or 0),
        calls=evidence.count,
        seconds=evidence.seconds,
        single_ms=round(evidence.single, 3),
    )


def _list_jaxprs(evidence: ObservationEvidence, key: Key) -> list[JaxprReport]:
    return [
        JaxprReport(
            equations=one.equations,
            primitives=dict(one.primitives),
            constants=one.constants,
            text=one.text,
            cut=one.cut,
        )
        for one in evidence.programs
        if (one.name, one.defined) == key
    ]


def _explain(evidence: ObservationEvidence, number: int, call: int | None, key: Key) -> TraceReport:
    """Return the report on one trace, with its reason unless it is the first of its function."""
    trace, earlier = evidence.traces[number], evidence.traces[:number]
    again = any(_is_alike(trace, other) for other in earlier)
    if not again:
        return TraceReport(call=call, ms=round(trace.ms, 3))
    retrace = explain_retrace(trace, earlier, _list_wrappers(evidence, key), hidden=False)
    return TraceReport(
        call=call,
        ms=round(trace.ms, 3),
        cause=retrace.cause.code,
        message=retrace.message,
        hint=retrace.hint,
        line=retrace.line,
    )


def _is_alike(trace: TraceEvidence, other: TraceEvidence) -> bool:
    return (trace.name, trace.line) == (other.name, other.line)


def _list_wrappers(evidence: ObservationEvidence, key: Key) -> list[WrapperEvidence]:
    """Return the jitted functions made from a function; those that a line made more than once count as made in a call.

    A program makes all of them while it runs, so only this distinguishes what is made repeatedly from what is made
    once.
    """
    return [
        WrapperEvidence(
            number=number,
            kind="jax.jit",
            line=one.line,
            name=one.name,
            defined=one.defined,
            in_call=one.count > 1,
            static=one.static,
        )
        for number, one in enumerate(evidence.wrappers)
        if (one.name, one.defined) == key
    ]
