"""Values of sample cases as short text that reads like Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import ml_dtypes
import numpy as np

from app.domains.problems.schemas import Sample, SampleCall
from grader.protocol import KEY, Array, Body, Build, Make

if TYPE_CHECKING:
    from grader.bundle.contents import Case, CaseCall
    from grader.protocol import Value

MAX_ELEMENTS: Final = 12
"""Maximum number of elements shown in full; longer arrays are shown by their ends."""
STORED_AS: Final = {"bfloat16": np.dtype(ml_dtypes.bfloat16), KEY: np.dtype(np.uint32)}
"""The stored dtypes of names that NumPy doesn't know: a random key is shown as its two words."""


def show_value(value: Value) -> str:
    """Return a value as one line of text."""
    match value:
        case Array():
            return _show_array(value)
        case Body():
            return value.name
        case Make() | Build():
            return f"{value.name}({_show_fields(value.fields)})"
        case list():
            return f"[{', '.join(show_value(item) for item in value)}]"
        case tuple():
            inner = ", ".join(show_value(item) for item in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case dict():
            return "{" + ", ".join(f"{key!r}: {show_value(item)}" for key, item in value.items()) + "}"
        case _:
            return repr(value)


def show_case(case: Case) -> Sample:
    """Return a sample case as text."""
    calls = [_show_call(call) for call in case.calls]
    return Sample(
        name=case.name,
        label=case.label,
        inputs="\n".join(call.inputs for call in calls),
        expected="\n".join(call.expected for call in calls),
        calls=calls,
    )


def _show_call(call: CaseCall) -> SampleCall:
    return SampleCall(label=call.label, inputs=_show_fields(call.args), expected=show_value(call.expected))


def _show_fields(fields: dict[str, Value]) -> str:
    return ", ".join(f"{name}={show_value(value)}" for name, value in fields.items())


def _show_array(array: Array) -> str:
    values = np.frombuffer(array.data, dtype=STORED_AS.get(array.dtype) or np.dtype(array.dtype))
    values = values.reshape((*array.shape, 2) if array.dtype == KEY else array.shape)
    if array.dtype == "bfloat16":
        values = values.astype(np.float32)
    text = np.array2string(
        values, precision=4, threshold=MAX_ELEMENTS, edgeitems=2, separator=", ", max_line_width=10**6
    )
    return f"{array.dtype}[{', '.join(map(str, array.shape))}] {' '.join(text.split())}"
