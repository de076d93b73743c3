"""Runs a problem's `cases.py` and sends its cases. Runs inside the sandbox, like all authored code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grader.inside.descriptions import describe_unparsed
from grader.inside.source import Source
from grader.inside.wire import to_case_value
from grader.protocol import Frame, FrameKind, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.inside.authoring import Case


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
    except Exception as error:  # noqa: BLE001 - authored code may raise anything
        described = source.describe_error(error) if source else describe_unparsed(error)
        send(Frame(FrameKind.FAILED, {"stage": "generator", "error": described}))
        return
    send(Frame(FrameKind.CASES, header, writer.payload))


def describe_cases(cases: Iterable[Case], writer: ValueWriter) -> list[dict[str, object]]:
    """Return cases as JSON, with their arrays' bytes in `writer`."""
    return [
        {
            "name": case.name,
            "label": case.label,
            "calls": [
                {
                    "label": call.label,
                    "traces": [call.traces, call.traces] if isinstance(call.traces, int) else call.traces,
                    "args": {name: writer.write(to_case_value(value)) for name, value in call.args.items()},
                }
                for call in case.calls
            ],
        }
        for case in cases
    ]
