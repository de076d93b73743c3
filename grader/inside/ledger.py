"""Keeps, call by call, which jitted functions of the submission ran, and what ran outside of them. Runs in the sandbox.

`dispatches.py` raises the events. A jitted function that the submission made is *watched*: `jax.jit`'s and `nnx.jit`'s,
of its own functions or of a library's, and what it compiled ahead of time. While a watched function runs, programs are
its own; every other program is an operation by itself. In a call that is drawn (see `grader.protocol.draw_words`) what
a watched function returns is replaced, after it ran, by numbers that nobody but the host can know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax._src import array as jax_array

from grader.inside.dispatches import (
    DISPATCH,
    DISPATCHED,
    INFER,
    RAN,
    RUN,
    calls_back,
    frames_of,
    is_concrete,
    is_inexact,
)
from grader.inside.dispatches import read_program as read
from grader.inside.numbers import adds_nothing, read_all
from grader.inside.source import FILENAME
from grader.protocol import draw_words

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

    from grader.inside.numbers import Numbers
    from grader.inside.records import Wrapper

MAX_KEPT = 200
MAX_FRAMES = 120
MAX_DRAWN = 2000
MAX_OTHERS_TOLD = 1000
BUILDERS, RANDOM = ("/site-packages/flax/", "/site-packages/optax/"), "/jax/_src/random.py"
"""Libraries whose `__init__` may compute, and the module that draws random numbers: neither works on the data."""

_ArrayImpl: Any = jax_array.ArrayImpl
_device_put, _asarray, _frombuffer, _draw_words = jax.device_put, np.asarray, np.frombuffer, draw_words


@dataclass(frozen=True)
class Draw:
    """A call in which outputs are replaced: the seed, and by which wrappers the functions were made."""

    seed: bytes
    kinds: tuple[str, ...]
    function: str | None = None


@dataclass
class CallLedger:
    """What ran in one call of the entry point."""

    operations: dict[tuple[str, str | None, int | None], int] = field(default_factory=dict)
    """How often a program ran outside: by its name, what it computes by (None: it moves numbers), and the line."""
    callbacks: dict[tuple[str, int | None], int] = field(default_factory=dict)
    drawn: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    """Shapes and dtypes of what was put in the place of outputs, in order."""
    foreign: list[dict[str, object]] = field(default_factory=list)
    """Watched functions that got many numbers which the call was not given: `name` and `line`."""
    others: dict[tuple[str, int | None], set[float]] = field(default_factory=dict)
    """By name and line of a watched function the few numbers that it got and the call was not given."""
    idle: set[int] = field(default_factory=set)
    """Watched functions of which a call returned nothing but numbers that it was given."""
    watched: int = 0
    """Calls of watched functions."""

    def describe(self) -> dict[str, object]:
        """Return it as JSON."""
        return {
            "operations": [
                {"name": name, "arithmetic": arithmetic, "line": line, "count": count}
                for (name, arithmetic, line), count in self.operations.items()
            ],
            "callbacks": [{"name": name, "line": line} for name, line in self.callbacks],
            "dispatches": self.watched,
            "idle": sorted(self.idle),
        }

    def describe_others(self) -> list[dict[str, object]]:
        """Return `others` as JSON."""
        return [{"name": name, "line": line, "numbers": sorted(found)} for (name, line), found in self.others.items()]


@dataclass(frozen=True, eq=False)
class _Running:
    """A call of a watched function that has begun; `numbers` are those of its inputs where they are asked for."""

    ticket: list[Any]
    note: Wrapper
    inputs: Any
    numbers: Any = None


class DispatchLedger:
    """Serves the events of `dispatches.py`."""

    def __init__(self, in_jaxpr: Callable[[], bool]) -> None:
        """Ask `in_jaxpr` whether JAX is tracing."""
        self.call = CallLedger()
        self.draw: Draw | None = None
        self.inferring = False
        """Whether JAX looks for the trace of a watched function, or makes it."""
        self._in_jaxpr = in_jaxpr
        self._watched: dict[int, tuple[object, Wrapper]] = {}
        self._running: list[_Running] = []
        self.seeks_idle = False
        """Whether calls of watched functions are looked for that return nothing but what they were given."""
        self._counts: Callable[[Wrapper], None] = lambda _: None
        self._seeing = False
        self._given: Numbers | None = None

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return what serves the events."""
        return {
            INFER: self._on_infer,
            RUN: self._on_run,
            RAN: self._on_ran,
            DISPATCH: self._on_dispatch,
            DISPATCHED: self._on_dispatched,
        }

    def watch(self, key: object, note: Wrapper) -> None:
        """Watch the function `key`: what `jax.jit` was given, or a program compiled ahead of time."""
        self._watched[id(key)] = (key, note)

    def forget(self) -> None:
        """Watch nothing."""
        self._watched.clear()

    def start_call(
        self, counts: Callable[[Wrapper], None], draw: Draw | None = None, given: Numbers | None = None
    ) -> None:
        """Begin a call's ledger; `counts` is told of each call of a watched function, which may get what is `given`."""
        self.call, self.draw, self._counts, self._given = CallLedger(), draw, counts, given
        self._running.clear()
        self._seeing, self.inferring = True, False

    def end_call(self) -> CallLedger:
        """Close the ledger and return it."""
        self._seeing, self.draw = False, None
        return self.call

    def pause(self, *, seeing: bool) -> bool:
        """See nothing, or see again; return what was before."""
        was, self._seeing = self._seeing, seeing
        return was

    def _on_infer(self, _: types.FrameType, fun: object, begins: bool) -> None:  # noqa: FBT001 - an event's argument
        if self._seeing and id(fun) in self._watched and not self._in_jaxpr():
            self.inferring = begins

    def _on_run(self, _: types.FrameType, ticket: list[Any], fun: object, inputs: Any) -> None:  # noqa: ANN401 - any leaves
        """Open a call of a watched function that is not inside of another; `ticket` says that its end is awaited."""
        if not self._seeing or self._running or id(fun) not in self._watched or self._in_jaxpr():
            return
        note = self._watched[id(fun)][1]
        ticket.append(note.number)
        sought = self.seeks_idle and is_concrete()
        self._running.append(_Running(ticket, note, inputs, read_all(inputs) if sought else None))
        self.call.watched += 1
        self._counts(note)
        if self._given is not None and len(self.call.foreign) < MAX_KEPT and is_concrete():
            was, self._seeing = self._seeing, False
            self._look_for_others(note, self._given, inputs)
            self._seeing = was
        if note.kind == "aot" and calls_back(fun):
            self.call.callbacks["callback", note.line] = 1

    def _look_for_others(self, note: Wrapper, given: Numbers, inputs: Any) -> None:  # noqa: ANN401 - any leaves
        for leaf in inputs:
            found = given.find_others(leaf)
            if found is None or (found and sum(map(len, self.call.others.values())) > MAX_OTHERS_TOLD):
                self.call.foreign.append({"name": note.name, "line": note.line})
                return
            if found:
                self.call.others.setdefault((note.name, note.line), set()).update(found)

    def _on_ran(self, _: types.FrameType, ticket: list[Any], outputs: list[Any]) -> None:
        """Close a call, and put others in the place of its outputs where the call is drawn."""
        run = next((run for run in self._running if run.ticket is ticket), None)
        self._running = [other for other in self._running if other is not run]
        draw = self.draw
        if run is None or not outputs:
            return
        if run.numbers is not None and len(self.call.idle) < MAX_KEPT and adds_nothing(outputs[0], run.numbers):
            self.call.idle.add(run.note.number)
        self._replace_all(run, draw, outputs)
        if self._given is not None:
            for leaf in outputs[0]:
                self._given.add(leaf)

    def _on_dispatched(self, _: types.FrameType, outputs: list[Any]) -> None:
        """Count what a library builds or draws as given; what else computes outside is refused for itself."""
        if self._seeing and self._given is not None and not self._running and is_concrete():
            for leaf in outputs:
                self._given.add(leaf)

    def _replace_all(self, run: _Running, draw: Draw | None, outputs: list[Any]) -> None:
        if draw is None or not is_concrete():
            return
        note = run.note
        if note.kind in draw.kinds and draw.function in (None, note.name):
            was, self._seeing = self._seeing, False
            try:
                kept = {read_bits(leaf) for leaf in run.inputs} if note.kind == "nnx.jit" else set()
                outputs[0] = [self._replace(leaf, draw, kept) for leaf in outputs[0]]
            finally:
                self._seeing = was

    def _replace(self, leaf: Any, draw: Draw, kept: set[object]) -> Any:  # noqa: ANN401 - any leaf
        """Return an array like `leaf`, with drawn numbers; what holds no floating-point numbers stays.

        So do the bits `kept`: `nnx.jit` hands back the variables that a function left as they were.
        """
        if type(leaf) is not _ArrayImpl or not is_inexact(leaf) or len(self.call.drawn) >= MAX_DRAWN:
            return leaf
        if kept and read_bits(leaf) in kept:
            return leaf
        words = _frombuffer(_draw_words(draw.seed, len(self.call.drawn), leaf.size), dtype="<u4")
        values = ((words >> 8) / 2.0**24 + 0.5).reshape(leaf.shape).astype(leaf.dtype)
        self.call.drawn.append((tuple(leaf.shape), leaf.dtype.name))
        placed = _device_put(values, leaf.sharding)
        return _ArrayImpl(leaf.aval, leaf.sharding, placed._arrays, committed=leaf._committed)  # noqa: SLF001 - no other way keeps a weak type

    def _on_dispatch(self, frame: types.FrameType, name: str, jaxpr: object) -> None:
        """Note a program that runs outside of watched functions, and one that calls back into Python anywhere."""
        if not self._seeing:
            return
        program, call = read(jaxpr), self.call
        line = None
        if program.callbacks or (program.arithmetic is not None and not self._running):
            line, excused = self._look_back(frame)
            for callback, at in program.callbacks[:MAX_KEPT]:
                if len(call.callbacks) < MAX_KEPT:
                    call.callbacks[callback, at or line] = 1
            if excused and not program.callbacks:
                return
        if not self._running:
            key = (str(name)[:100], program.arithmetic, line)
            if key in call.operations or len(call.operations) < MAX_KEPT:
                call.operations[key] = call.operations.get(key, 0) + 1

    def _look_back(self, frame: types.FrameType) -> tuple[int | None, bool]:
        """Return the submission's line that a program runs for, and whether a library builds or draws there."""
        excused = False
        for at in frames_of(frame, MAX_FRAMES):
            code = at.f_code
            if code.co_filename == FILENAME:
                return at.f_lineno, excused
            builds = code.co_name == "__init__" and any(part in code.co_filename for part in BUILDERS)
            excused = excused or builds or code.co_filename.endswith(RANDOM)
        return None, excused


def read_bits(leaf: Any) -> object:  # noqa: ANN401 - any leaf
    """Return what tells an array of floating-point numbers from others, None for any other leaf."""
    if type(leaf) is not _ArrayImpl or not is_inexact(leaf) or leaf.is_deleted():
        return None
    return leaf.dtype.name, leaf.shape, _asarray(leaf).tobytes()
