"""Runs the runnable blocks of a problem's lesson or statement. Runs inside the sandbox, like all authored code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.inside.devices import set_devices
from grader.inside.harness import describe_unparsed
from grader.inside.source import Source
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable


def run_script(job: Frame, send: Callable[[Frame], None]) -> None:
    """Run each block of `job` in a namespace of its own; answer DONE, or FAILED with the first exception."""
    header: dict[str, Any] = job.header
    set_devices(job)
    source = None
    try:
        for line, code in header["blocks"]:
            source = Source(header["given"], "the solution")
            given = vars(source.fresh_module(lambda _: None))
            source = Source("\n" * (line - 1) + code, header["filename"])
            source.fresh_module(lambda _: None, given)
    except BaseException as error:  # noqa: BLE001 - authored code may raise anything, SystemExit too
        described = source.describe_error(error) if source is not None else describe_unparsed(error)
        send(Frame(FrameKind.FAILED, {"stage": "script", "error": described}))
        return
    send(Frame(FrameKind.DONE, {}))
