"""Runs a problem's `checker.py` on a submission's outputs. Runs inside a sandbox of its own, without a submission."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from grader.inside import authoring
from grader.inside.authoring import Finding, Seen
from grader.inside.descriptions import describe_unparsed
from grader.inside.source import Source
from grader.inside.wire import to_numpy
from grader.protocol import Array, Body, Build, Frame, FrameKind, Make, ValueReader

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.protocol import Value


def run_checker(job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None:
    """Answer `job` with LOADED, and each later JOB, which holds one case, with a CASE; on errors send FAILED."""
    source = None
    try:
        source = Source(str(job.header["source"]), "checker.py")
        module = source.fresh_module(lambda _: None)
        send(Frame(FrameKind.LOADED, {}))
        while True:
            found = module.check(read_case(receive()))
            if found is not None and not isinstance(found, Finding):
                raise TypeError(f"check returned {type(found).__name__}; None or a Finding is expected")
            send(Frame(FrameKind.CASE, {"finding": dataclasses.asdict(found) if found is not None else None}))
    except Exception as error:  # noqa: BLE001 - authored code may raise anything
        described = source.describe_error(error) if source else describe_unparsed(error)
        send(Frame(FrameKind.FAILED, {"stage": "checker", "error": described}))


def read_case(frame: Frame) -> list[Seen]:
    """Return the calls of the case in a JOB frame."""
    reader = ValueReader(frame.payload)
    calls: Any = frame.header["calls"]
    return [
        Seen(
            {name: to_plain(reader.read(node)) for name, node in call["args"].items()},
            to_plain(reader.read(call["output"])),
            to_plain(reader.read(call["expected"])),
            call["traces"],
        )
        for call in calls
    ]


def to_plain(value: Value) -> Any:  # noqa: ANN401 - a value can be anything
    """Convert a wire value to one with NumPy arrays and the types of `authoring`."""
    match value:
        case Array():
            return to_numpy(value)
        case Make() | Build():
            kind = authoring.Make if isinstance(value, Make) else authoring.Build
            return kind(value.name, {name: to_plain(field) for name, field in value.fields.items()})
        case Body():
            return authoring.Body(value.name)
        case list():
            return [to_plain(item) for item in value]
        case tuple():
            return tuple(to_plain(item) for item in value)
        case dict():
            return {key: to_plain(item) for key, item in value.items()}
    return value
