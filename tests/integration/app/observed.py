"""The stand-in grader's report on a program."""

from __future__ import annotations

from grader.report import (
    CallReport,
    CaseReport,
    FunctionReport,
    JaxprReport,
    Mode,
    Observed,
    OperationReport,
    Report,
    TraceReport,
    Verdict,
)


def make_observation(message: str) -> Report:
    """Return the report on a program that called `step` twice, the second time with a different shape."""
    calls = [CallReport(label=f"step: call {number}", seconds=0.1, traces=1) for number in (1, 2)]
    again = TraceReport(call=2, ms=1.0, cause="shape", message="`x` was <2> before and is <3> now", hint="Pad it.")
    jaxpr = JaxprReport(equations=1, primitives={"sin": 1}, constants=4096, text="{ <lambda> }", cut=True)
    step = FunctionReport(name="<step>", line=1, calls=2, traces=[TraceReport(call=1, ms=2.0), again], jaxprs=[jaxpr])
    outside = [
        OperationReport(name="tanh", primitive="tanh", line=1, count=3),
        OperationReport(name="copy", primitive=None, line=None, count=1),
    ]
    case = CaseReport(
        name="program", label="", hidden=False, verdict=Verdict.ACCEPTED, seconds=0.2, checks=[], calls=calls
    )
    return Report(
        problem="",
        version="",
        mode=Mode.RUN,
        verdict=Verdict.ACCEPTED,
        code="ran",
        message=message,
        score=0.0,
        cases=[case],
        observed=Observed(functions=[step], outside=outside, callbacks=[1, None], calls=2, seconds=0.3, single_ms=4.0),
    )
