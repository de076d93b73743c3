"""Records, for each call, which of the submission's jitted functions ran, and which programs ran outside of them.

Runs inside the sandbox. `dispatches.py` raises the events. The jitted functions that the submission made are *watched*:
those of `jax.jit` and `nnx.jit`, of its own functions or of a library's, and programs that it compiled ahead of time.
Programs that run during a watched function belong to it; every other program is a separate operation. In a drawn call
(see `grader.protocol.draw_words`), the results of a watched function are replaced, after it ran, by numbers that only
the host can know.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax._src import array as jax_array
from jax._src import pjit
from jax._src.interpreters import partial_eval

from grader.inside.dispatches import (
    DISPATCH,
    DISPATCHED,
    INFER,
    RAN,
    RUN,
    calls_back,
    frames_of,
    is_concrete,
)
from grader.inside.dispatches import read_program as read
from grader.inside.numbers import adds_nothing, read_all
from grader.inside.reading import wait_for
from grader.inside.records import KnownWrappers
from grader.inside.source import FILENAME, is_library
from grader.inside.studies.jaxprs import is_inexact
from grader.protocol import draw_words

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

    from grader.inside.numbers import Numbers
    from grader.inside.records import Wrapper

MAX_KEPT = 200
MAX_FRAMES = 120
MAX_DRAWN = 2000
MAX_DRAWN_NUMBERS = 2**24
MAX_OTHERS_TOLD = 1000
GRAPH_MODE_PARTS = 3
"""Programs of `nnx.jit` return this many parts in graph mode: the arguments, keyword arguments and result."""
BUILDERS, RANDOM = ("/site-packages/flax/", "/site-packages/optax/"), "/jax/_src/random.py"
"""Libraries whose `__init__` methods may compute, and the module that draws random numbers. Neither processes data."""

_ArrayImpl: Any = jax_array.ArrayImpl
_trace_cache: Any = partial_eval.trace_to_jaxpr
_caches: Any = (_trace_cache, pjit._infer_params_cached)  # noqa: SLF001 - JAX has no public way
_device_put, _asarray, _frombuffer, _draw_words = jax.device_put, np.asarray, np.frombuffer, draw_words


@dataclass(frozen=True)
class Draw:
    """How to replace outputs in a drawn call: the seed, the kinds of wrappers, and a function's name (None: all)."""

    seed: bytes
    kinds: tuple[str, ...]
    function: str | None = None


@dataclass
class CallLedger:
    """The programs that ran in one call of the entry point."""

    operations: dict[tuple[str, str | None, int | None], int] = field(default_factory=dict)
    """The number of runs outside watched functions, by program name, arithmetic primitive (None: it only moves
    numbers), and line."""
    callbacks: dict[tuple[str, int | None], int] = field(default_factory=dict)
    drawn: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    """The shapes and dtypes of the replaced outputs, in order."""
    foreign: list[dict[str, object]] = field(default_factory=list)
    """Watched functions that got many numbers that the call wasn't given: `name` and `line`."""
    others: dict[tuple[str, int | None], set[float]] = field(default_factory=dict)
    """The numbers, if few, that a watched function got but the call wasn't given, by the function's name and line."""
    idle: set[int] = field(default_factory=set)
    """The numbers of watched functions that, in one of their calls, returned only values that they were given."""
    watched: int = 0
    """The number of calls of watched functions."""
    weight: float = 0.0
    """What `DispatchLedger.weigh` counts."""

    def describe(self) -> dict[str, object]:
        """Return the ledger as JSON."""
        return {
            "operations": self.describe_operations(),
            "callbacks": [{"name": name, "line": line} for name, line in self.callbacks],
            "dispatches": self.watched,
            "idle": sorted(self.idle),
        }

    def describe_operations(self) -> list[dict[str, object]]:
        """Return `operations` as JSON."""
        return [
            {"name": name, "arithmetic": arithmetic, "line": line, "count": count}
            for (name, arithmetic, line), count in self.operations.items()
        ]

    def describe_others(self) -> list[dict[str, object]]:
        """Return `others` as JSON."""
        return [{"name": name, "line": line, "numbers": sorted(found)} for (name, line), found in self.others.items()]


@dataclass(frozen=True, eq=False)
class _Running:
    """A running call of a watched function; `numbers` are the numbers in its inputs, if idle calls are looked for."""

    ticket: list[Any]
    note: Wrapper
    inputs: Any
    numbers: Any = None


class DispatchLedger:
    """Handles the events of `dispatches.py`."""

    def __init__(self, in_jaxpr: Callable[[], bool]) -> None:
        """Start empty; `in_jaxpr` returns whether JAX is tracing."""
        self.call = CallLedger()
        self.draw: Draw | None = None
        self.inferring = False
        """Whether JAX is looking up the trace of a watched function, or making it."""
        self._misses: list[int] = []
        """For each running look-up of a trace: the misses of JAX's trace cache up to the look-up's start."""
        self._in_jaxpr = in_jaxpr
        self._watched = KnownWrappers()
        self._running: list[_Running] = []
        self.seeks_idle = False
        """Whether to look for calls of watched functions that return only numbers that they were given."""
        self._counts: Callable[[Wrapper], None] = lambda _: None
        self._seeing = False
        self._given: Numbers | None = None
        self._count: Callable[[Any], float] | None = None

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the events' handlers."""
        return {
            INFER: self._on_infer,
            RUN: self._on_run,
            RAN: self._on_ran,
            DISPATCH: self._on_dispatch,
            DISPATCHED: self._on_dispatched,
        }

    def watch(self, key: object, note: Wrapper) -> None:
        """Watch the function `key`: the function given to `jax.jit`, or a program compiled ahead of time."""
        self._watched.add(key, note)

    def find_watched(self, key: object) -> Wrapper | None:
        """Return the wrapper of a watched function; None for any other, while JAX traces, or outside recorded calls."""
        note = self._watched.find(key) if self._seeing else None
        return None if note is None or self._in_jaxpr() else note

    def forget(self) -> None:
        """Stop watching all functions, and evict their traces from JAX's caches: library functions outlive a module."""
        for key in self._watched.list_alive():
            try:
                for cache in _caches:
                    cache.evict_weakref(key)
            except TypeError:  # a compiled program has no traces
                continue
        self._watched.clear()

    def start_call(
        self, counts: Callable[[Wrapper], None], draw: Draw | None = None, given: Numbers | None = None
    ) -> None:
        """Start a call's ledger; `counts` is called for each call of a watched function, which may get only `given`."""
        self.call, self.draw, self._counts, self._given = CallLedger(), draw, counts, given
        self._running.clear()
        self._seeing, self.inferring = True, False

    def end_call(self) -> CallLedger:
        """Close the ledger and return it."""
        self._seeing, self.draw = False, None
        return self.call

    def observe(self, function: Callable[..., Any], arguments: list[Any]) -> tuple[Any, list[dict[str, object]]]:
        """Call `function` in a ledger of its own; return its result, and its `operations` that compute, as JSON."""
        self.start_call(lambda _: None)
        try:
            result = function(*arguments)
            wait_for(result)
        finally:
            operations = self.end_call().describe_operations()
        return result, [one for one in operations if one["arithmetic"] is not None]

    def weigh(self, function: Callable[..., Any], arguments: list[Any], count: Callable[[Any], float]) -> float:
        """Call `function`, and return the sum of `count` over the jaxprs of the programs that run."""
        self.start_call(lambda _: None)
        self._count = count
        try:
            wait_for(function(*arguments))
        finally:
            self._count = None
            weight = self.end_call().weight
        return weight

    def pause(self, *, seeing: bool) -> bool:
        """Stop or resume recording; return whether it was recording before."""
        was, self._seeing = self._seeing, seeing
        return was

    def has_missed(self) -> bool:
        """Return whether JAX made a trace in the current look-up. JAX also reports traces that it made earlier."""
        replaced = partial_eval.trace_to_jaxpr is not _trace_cache
        return replaced or not self._misses or _trace_cache.cache_info().misses != self._misses[-1]

    def _on_infer(self, _: types.FrameType, fun: object, begins: bool) -> None:  # noqa: FBT001 - an event's argument
        if begins:
            self._misses.append(_trace_cache.cache_info().misses)
        elif self._misses:
            self._misses.pop()
        if self.find_watched(fun) is not None:
            self.inferring = begins

    def _on_run(self, _: types.FrameType, ticket: list[Any], fun: object, inputs: Any) -> None:  # noqa: ANN401 - any leaves
        """Open an outermost call of a watched function; a filled `ticket` requests an event at its end."""
        note = None if self._running else self.find_watched(fun)
        if note is None:
            return
        ticket.append(note.number)
        sought = self.seeks_idle and is_concrete()
        self._running.append(_Running(ticket, note, inputs, read_all(inputs) if sought else None))
        self.call.watched += 1
        self._counts(note)
        if self._given is not None and len(self.call.foreign) < MAX_KEPT and is_concrete():
            was, self._seeing = self._seeing, False
            self._look_for_others(note, self._given, inputs)
            self._seeing = was
        if note.kind == "aot" and calls_back(getattr(fun, "_executable", None)):
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
        """Close a call, and replace its outputs if the call is drawn: their leaves and structure, if it returned."""
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

    def _on_dispatched(self, frame: types.FrameType, outputs: list[Any], jaxpr: object, called_back: bool) -> None:  # noqa: FBT001 - an event's argument
        """Note a callback that no known primitive explains, and count a library's initial or random numbers as given.

        These are the outputs of programs outside watched functions; all other work there is refused anyway.
        """
        if self._seeing and called_back:
            program = read(jaxpr)
            if not program.callbacks and not program.prints and len(self.call.callbacks) < MAX_KEPT:
                self.call.callbacks["callback", self._look_back(frame)[0]] = 1
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
                leaves, structure = outputs
                own = find_own(structure) if note.kind == "nnx.jit" else range(len(leaves))
                given = {read_bits(leaf) for leaf in run.inputs} if len(own) < len(leaves) else set()
                outputs[0] = [
                    self._replace(leaf, draw, set() if index in own else given) for index, leaf in enumerate(leaves)
                ]
            finally:
                self._seeing = was

    def _replace(self, leaf: Any, draw: Draw, kept: set[object]) -> Any:  # noqa: ANN401 - any leaf
        """Return an array like `leaf` with drawn numbers; leaves without floating-point numbers stay the same.

        So do arrays with the bits `kept`: variables that a function made by `nnx.jit` didn't change.
        """
        if type(leaf) is not _ArrayImpl or not is_inexact(leaf) or len(self.call.drawn) >= MAX_DRAWN:
            return leaf
        if kept and read_bits(leaf) in kept:
            return leaf
        if sum(math.prod(shape) for shape, _ in self.call.drawn) + leaf.size > MAX_DRAWN_NUMBERS:
            return leaf
        words = _frombuffer(_draw_words(draw.seed, len(self.call.drawn), leaf.size), dtype="<u4")
        values = ((words >> 8) / 2.0**24 + 0.5).reshape(leaf.shape).astype(leaf.dtype)
        self.call.drawn.append((tuple(leaf.shape), leaf.dtype.name))
        placed = _device_put(values, leaf.sharding)
        return _ArrayImpl(leaf.aval, leaf.sharding, placed._arrays, committed=leaf._committed)  # noqa: SLF001 - no other way keeps a weak type

    def _on_dispatch(self, frame: types.FrameType, name: str, jaxpr: object) -> None:
        """Note a program that runs outside of watched functions, or that calls back into Python anywhere."""
        if not self._seeing:
            return
        if self._count is not None:
            self.call.weight += self._count(jaxpr)
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
            if key not in call.operations and len(call.operations) >= MAX_KEPT:
                moving = next((other for other in call.operations if other[1] is None), None)
                if program.arithmetic is None or moving is None:
                    return
                del call.operations[moving]  # there may be any number of these, and only arithmetic matters
            call.operations[key] = call.operations.get(key, 0) + 1

    def _look_back(self, frame: types.FrameType) -> tuple[int | None, bool]:
        """Return the submission's line that runs a program, and whether a library makes initial or random numbers."""
        excused = False
        for at in frames_of(frame, MAX_FRAMES):
            code = at.f_code
            if code.co_filename == FILENAME:
                return at.f_lineno, excused
            builds = code.co_name == "__init__" and any(part in code.co_filename for part in BUILDERS)
            excused = excused or (is_library(code.co_filename) and (builds or code.co_filename.endswith(RANDOM)))
        return None, excused


def find_own(structure: Any) -> range:  # noqa: ANN401 - JAX's own type
    """Return the places of what a function made by `nnx.jit` returns itself, by the structure of its program's outputs.

    The program also returns variables: all of those in the arguments before it, or, in tree mode, the changed ones
    after it.
    """
    sizes = [part.num_leaves for part in structure.children()]
    if len(sizes) == GRAPH_MODE_PARTS:
        return range(sum(sizes[:-1]), sum(sizes))
    return range(sizes[0]) if sizes else range(0)


def read_bits(leaf: Any) -> object:  # noqa: ANN401 - any leaf
    """Return the dtype, shape and bytes of an array of floating-point numbers; None for any other leaf."""
    if type(leaf) is not _ArrayImpl or not is_inexact(leaf) or leaf.is_deleted():
        return None
    return leaf.dtype.name, leaf.shape, _asarray(leaf).tobytes()
