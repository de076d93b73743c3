"""Runs the runnable blocks of a problem's lesson or statement. Runs inside the sandbox, like all authored code.

The blocks' calls of the entry point are reported with their arguments: publishing checks whether such a call is among
the graded cases.
"""

from __future__ import annotations

import functools
import inspect
import sys
from typing import TYPE_CHECKING, Any

import jax
from flax import nnx

from grader.inside.descriptions import describe_unparsed
from grader.inside.devices import set_devices
from grader.inside.source import Source
from grader.inside.wire import UnsendableError, to_case_value
from grader.protocol import Frame, FrameKind, ProtocolError, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_SHOWN = 50
"""The maximum number of calls reported for one text."""


def run_script(job: Frame, send: Callable[[Frame], None]) -> None:
    """Run each block of `job` in a namespace of its own; answer DONE, or FAILED with the first exception.

    If the header names an `entry_point` and its `parameters`, DONE contains its calls, without arguments that can't be
    sent, such as tracers.
    """
    header: dict[str, Any] = job.header
    set_devices(job)
    source, shown = None, _Shown(header.get("parameters") or [])
    try:
        for line, code in header["blocks"]:
            source = Source(header["given"], "the solution")
            given = vars(source.fresh_module(lambda _: None))
            entry = header.get("entry_point")
            if entry in given:
                given[entry] = shown.watch(given[entry])
            source = Source("\n" * (line - 1) + code, header["filename"])
            source.fresh_module(lambda _: None, given)
    except BaseException as error:  # noqa: BLE001 - authored code may raise anything, SystemExit too
        described = source.describe_error(error) if source is not None else describe_unparsed(error)
        send(Frame(FrameKind.FAILED, {"stage": "script", "error": described}))
        return
    send(Frame(FrameKind.DONE, {"shown": shown.calls}, shown.payload))


class _Shown:
    """Records calls of the entry point: the line, and each argument that a case could have."""

    def __init__(self, parameters: list[str]) -> None:
        self.calls: list[dict[str, object]] = []
        self._writer = ValueWriter()
        names = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in parameters]
        self._signature = inspect.Signature(names)

    @property
    def payload(self) -> bytes:
        return self._writer.payload

    def watch(self, entry: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(entry)
        def watched(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - any arguments, any result
            if len(self.calls) < MAX_SHOWN:
                self._note(sys._getframe(1).f_lineno, args, kwargs)  # noqa: SLF001 - the line of the example
            return entry(*args, **kwargs)

        return watched

    def _note(self, line: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        try:
            given = self._signature.bind(*args, **kwargs).arguments
        except TypeError:
            return  # The call itself will raise this.
        values = {}
        for name, value in given.items():
            if any(map(_is_model, jax.tree.leaves(value, is_leaf=_is_model))):
                continue
            try:
                values[name] = self._writer.write(to_case_value(value))
            except (UnsendableError, ProtocolError):
                continue
        self.calls.append({"line": line, "args": values})


def _is_model(value: object) -> bool:
    return isinstance(value, nnx.Pytree)
