"""Runs a problem's `cases.py` and sends its cases. Runs inside the sandbox, like all authored code."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import numpy as np

from grader.inside.descriptions import describe_unparsed
from grader.inside.source import Source
from grader.inside.wire import to_case_value
from grader.protocol import Frame, FrameKind, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.inside.authoring import Call, Case


def run_generator(job: Frame, send: Callable[[Frame], None]) -> None:
    """Answer `job` with a CASES frame, or FAILED if the generator raises an exception.

    The header's `seed` is a hexadecimal secret; `pool(rng)` gets a NumPy Generator seeded with it.
    """
    source = None
    try:
        source = Source(str(job.header["source"]), "cases.py")
        module = source.fresh_module(lambda _: None)
        rng = np.random.default_rng(int(str(job.header["seed"]), 16))
        writer = ValueWriter()
        header: dict[str, object] = {
            "samples": describe_cases(module.samples(), writer),
            "pool": describe_cases(module.pool(rng), writer),
        }
        send(Frame(FrameKind.CASES, header, writer.payload))  # Raises for cases that are too large for a frame.
    except Exception as error:  # noqa: BLE001 - authored code may raise anything
        described = source.describe_error(error) if source else describe_unparsed(error)
        send(Frame(FrameKind.FAILED, {"stage": "generator", "error": described}))


def describe_cases(cases: Iterable[Case], writer: ValueWriter) -> list[dict[str, object]]:
    """Return cases as JSON, with their arrays' bytes in `writer`; raise `TypeError` for a field of the wrong type."""
    described: list[dict[str, object]] = []
    for case in cases:
        if not (_is_told(case.name) and _is_told(case.label)):
            told = 'name and label are texts, as in `Case("small", "two rows", [Call(...)])`'
            raise TypeError(f"case {case.name!r:.80}: {told}")
        described.append(
            {
                "name": case.name,
                "label": case.label,
                "calls": [_describe_call(case, call, writer) for call in case.calls],
            }
        )
    return described


def _is_told(text: object) -> bool:
    """Return whether something can be sent as JSON, and be read as a text there: a number can, too."""
    return text is None or isinstance(text, (str, int, float))


def _describe_call(case: Case, call: Call, writer: ValueWriter) -> dict[str, object]:
    if not _is_told(call.label):
        raise TypeError(f"case {case.name!r:.80}: the label of a call is a text, not {call.label!r:.80}")
    args = {name: writer.write(to_case_value(value)) for name, value in call.args.items()}
    return {"label": call.label, "traces": _read_traces(case, call.traces), "args": args}


def _read_traces(case: Case, traces: object) -> list[int] | None:
    """Return the minimum and maximum of traces; None if any number is allowed."""
    if traces is None:
        return None
    try:
        least, most = traces if isinstance(traces, (tuple, list)) else (traces, traces)
        return [int(number) if isinstance(number, float) else operator.index(number) for number in (least, most)]
    except (TypeError, ValueError, OverflowError):
        told = "`traces` is a number, a pair of minimum and maximum, or None"
        raise TypeError(f"case {case.name!r:.80}: {told}, not {traces!r:.80}") from None
