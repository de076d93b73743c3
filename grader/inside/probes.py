"""Records what JAX and NNX do during calls of a submission's entry point. Runs inside the sandbox.

Theory of operation. Each call's record combines four sources:

- `jax.monitoring` duration events: each outermost trace, each lowering, each backend compile, with its time.
- Entry marks (see `source.py`): which of the submission's functions ran while JAX was tracing. An outermost trace is
  the submission's if one of its functions was entered in it, or if it happened in a call of an `nnx.jit` wrapper that
  the submission made (of a library's function, for example). Neither is true of eager `jnp` calls.
- JAX's own log of cache misses: why it found no trace in its cache. Details that the log lacks come from the arguments
  of the function that JAX traces next (see `arguments.py`).
- `nnx.jit`'s wrapper classes and `jax.jit`, patched to note where a wrapper was made and how often it was called,
  and one module class's `__call__`, patched to note whether inputs and parameters were tracers.

The marks, the listener and the patches (`patches.py`) have no reference to the recorder. They raise audit events, and
the hook in `guard.py` passes them to the recorder's methods, with the frame that raised them. All of this shares the
submission's process, so it is evidence for teaching and never a security boundary.
"""

from __future__ import annotations

import functools
import secrets
import sys
import time
from typing import TYPE_CHECKING, Any, TypeVar

import jax
import numpy as np
from flax import nnx
from jax._src import core as jax_core

from grader.inside.arguments import describe_arguments
from grader.inside.bodies import BODY, look_around
from grader.inside.dispatches import COMPILED, name_of
from grader.inside.hooks import is_jit, shield
from grader.inside.ledger import DispatchLedger, Draw
from grader.inside.models import holds_parts, is_given, is_traced, list_unusual, take_snapshot
from grader.inside.reading import holds_tracer, is_a, under_jaxpr_trace
from grader.inside.records import MAX_NAMES, MAX_WRAPPERS, CallRecord, KnownWrappers, Wrapper, WrapperCall
from grader.inside.source import Idle, first_line_of, is_library, line_near

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    from grader.inside.numbers import Numbers
    from grader.inside.states import KeptModel

Given = TypeVar("Given")
Found = TypeVar("Found")

TRACE = "/jax/core/compile/jaxpr_trace_duration"
RETRIEVED = "/jax/compilation_cache/cache_retrieval_time_sec"
"""The event before a backend compile event whose program came from the persistent cache."""
KINDS = {
    TRACE: "trace",
    RETRIEVED: "retrieve",
    "/jax/core/compile/jaxpr_to_mlir_module_duration": "lower",
    "/jax/core/compile/backend_compile_duration": "compile",
}
MAX_RECORDS = 2000
"""The maximum number of events, entries or wrappers kept per call, since a submission can make any number."""
MAX_NOTED = 200
MAX_BODIES = 200
"""The maximum number of distinct kinds of calls of functions of `bodies.py` kept per call."""
ENTER, DURATION, WRAPPED = "jaxdojo.enter", "jaxdojo.duration", "jaxdojo.wrapped"
CALL, RETURN, MODULE = "jaxdojo.call", "jaxdojo.return", "jaxdojo.module"
TRACER, RENAMED = "jaxdojo.tracer", "jaxdojo.renamed"
MAX_EXPLAINED = 8
"""The maximum number of traces per call that are explained."""
MISS_HEAD, MISS_TAIL = 1200, 300
"""The numbers of characters kept of JAX's explanation, which can contain a whole graphdef, twice."""
MISS, ARGUMENTS = "jaxdojo.miss", "arguments"

_clock = time.perf_counter
_make_jaxpr = jax.make_jaxpr
_scalar = jax.ShapeDtypeStruct((), np.float32)


enter = functools.partial(sys.audit, ENTER)
"""Raises the audit event for entering the submission's function with the given number."""
IDLE = Idle(jax_core.trace_state_strong_ref, "value", jax_core.eval_trace)
"""The state in which JAX isn't tracing, and `enter` need not be called."""


class Recorder:
    """Records the probes' events, call by call."""

    def __init__(self) -> None:
        """Start with empty records."""
        self.functions: list[tuple[str, int]] = []
        self.bodies: list[tuple[str, int]] = []
        self.module_class: type = nnx.Module
        """The class whose calls are watched."""
        self.most_explained = MAX_EXPLAINED
        """The maximum number of traces of a call that are explained."""
        self.compares_inputs = False
        """Whether later calls of an nnx wrapper are compared with its first one."""
        self.record = CallRecord()
        self.in_call = False
        self._entered: list[tuple[str, int]] = []
        self._open: list[WrapperCall] = []
        self._miss: str | None = None
        self._arguments: list[dict[str, str]] | None = None
        self._wrappers = KnownWrappers()
        self._notes: list[Wrapper] = []
        """The wrappers that the submission's module made, at most the last `MAX_WRAPPERS`."""
        self._made = 0
        self._hidden: set[int] = set()
        self._sentinel = ""
        self._sentinel_seen = False
        self._retrieved = False
        self.ledger = DispatchLedger(under_jaxpr_trace)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the handlers of the probes' audit events; all except `ENTER`'s get the raising frame first.

        `ARGUMENTS` is not an event: its handler gets the frame of an `ENTER` event whose handler returned True.
        """
        handlers = self.ledger.handlers() | {
            COMPILED: self._on_compiled,
            BODY: self._on_body,
            ARGUMENTS: self.keep_arguments,
            MISS: self._on_miss,
            DURATION: self._on_duration,
            WRAPPED: self._on_wrapped,
            CALL: self._on_call,
            RETURN: self._on_return,
            MODULE: self._on_module,
        }
        return {ENTER: self.enter} | {event: shield(handler) for event, handler in handlers.items()}

    def prove(self) -> bool:
        """Trace a function with a random name, and return whether the listener reported it."""
        self._sentinel, self._sentinel_seen = f"sentinel_{secrets.token_hex(8)}", False

        def sentinel(value: object) -> object:
            return value

        sentinel.__name__ = self._sentinel
        try:
            _make_jaxpr(sentinel)(_scalar)
        except Exception:  # noqa: BLE001 - the submission may have set JAX to refuse any trace
            return False
        return self._sentinel_seen

    def start_module(self) -> None:
        """Forget everything about the previous module; wrappers made from now on belong to the new one."""
        self._wrappers.clear()
        self._notes = []
        self._made = 0
        self._hidden.clear()
        self.ledger.forget()
        self.record = CallRecord()
        self.in_call = False

    def start_call(self, draw: Draw | None = None, given: Numbers | None = None) -> None:
        """Start a call's record; `draw` says how to replace watched functions' outputs, `given` what they may get."""
        self.record = CallRecord()
        self.ledger.start_call(self._count, draw, given)
        self._entered.clear()
        self._open.clear()
        self._forget_miss()
        self.in_call = True

    def end_call(self) -> CallRecord:
        """Close the record and return it."""
        self.in_call = False
        self.ledger.end_call()
        return self.record

    def enter(self, index: int) -> bool:
        """Note that the submission's function `index` was entered; return whether `keep_arguments` needs its frame."""
        known = type(index) is int and 0 <= index < len(self.functions)  # the submission can raise the event itself
        if self.in_call and known and len(self._entered) < MAX_RECORDS and under_jaxpr_trace():
            self._entered.append(self.functions[index])
            return self._miss is not None and self._arguments is None
        return False

    def keep_arguments(self, frame: types.FrameType) -> None:
        """Describe the arguments of the function in `frame`, if the last cache miss is about that function."""
        code = frame.f_code
        if self._miss is not None and f"{code.co_name} " in self._miss and f":{code.co_firstlineno}\n" in self._miss:
            self._arguments = self._unseen(describe_arguments, frame)

    def keep_state(self, model: object) -> KeptModel | None:
        """Take a snapshot of a model for `states_kept`; None if there already is one, or the model can't be read."""
        return self._unseen(self.record.states.keep, model)

    def states_kept(self) -> dict[str, object] | None:
        """Return whether the models' graphdefs and variables are unchanged, and which variables changed, as JSON."""
        return self.record.states.compare(lambda model: self._unseen(take_snapshot, model))

    def _unseen(self, function: Callable[[Given], Found], given: Given) -> Found | None:
        """Return the result of `function`, or None if it raises, without recording what it does meanwhile."""
        was, self.in_call = self.in_call, False
        seeing = self.ledger.pause(seeing=False)
        try:
            return function(given)
        except Exception:  # noqa: BLE001 - reading a foreign object may raise anything, which must have no effect
            return None
        finally:
            self.in_call = was
            self.ledger.pause(seeing=seeing)

    def all_wrappers(self) -> list[Wrapper]:
        """Return the wrappers that the module has made so far, at import and in calls."""
        called = {note.number for note in self.record.called}
        return [note for note in self._notes if note.number not in self._hidden or note.number in called]

    def name_wrappers(self, names: Mapping[str, object]) -> None:
        """Note the module-level names of each wrapper: `train_step` for `train_step = nnx.jit(_step)`."""
        for name, value in names.items():
            note = self._wrappers.find(value)
            if note is not None and len(note.bound) < MAX_NAMES:
                note.bound.append(name[:100])

    def count_wrappers(self) -> int:
        """Return the number of wrappers that the module has made."""
        return self._made

    def hide_wrappers(self, since: int) -> None:
        """Leave the wrappers made so far, except the first `since`, out of reports, unless they are called again."""
        self._hidden |= set(range(since, self._made))

    def _on_duration(
        self, _: types.FrameType, event: str, duration_secs: float, kwargs: Mapping[str, str | int]
    ) -> None:
        kind, name = KINDS[event], str(kwargs.get("fun_name", ""))[:100]
        cached = kind == "compile" and self._retrieved
        if kind in ("retrieve", "compile"):
            self._retrieved = kind == "retrieve"
        if kind == "retrieve":
            return
        if name == self._sentinel:
            self._sentinel_seen = True
        if not self.in_call or len(self.record.segments) >= MAX_RECORDS:
            return
        line = None
        if kind == "trace":
            if under_jaxpr_trace():
                return
            functions = list(dict.fromkeys(self._entered))
            self._entered.clear()
            if not functions and not self.ledger.has_missed():
                return
            if functions or self._open or self.ledger.inferring:
                functions = functions or [(name, 0)]
                line = next((at for function, at in functions if function == name), functions[0][1]) or None
                entered = [{"name": function, "line": at} for function, at in functions[:20]]
                trace = {"name": name, "line": line, "ms": duration_secs * 1e3, "entered": entered}
                self.record.traces.append(trace | self._take_miss())
            self._forget_miss()
        else:
            name = name.removeprefix("jit(").removesuffix(")")
            line = next((trace["line"] for trace in self.record.traces if trace["name"] == name), None)  # type: ignore[assignment]  # written above
        segment = {"kind": kind, "name": name, "ms": duration_secs * 1e3, "line": line, "cached": cached}
        self.record.segments.append(segment)

    def _on_body(self, frame: types.FrameType, index: int) -> None:
        """Note a call of a function of `bodies.py`. A trace of such a function counts as the submission's."""
        if not self.in_call:
            return
        name = self.bodies[index][0]
        contexts, line = look_around(frame)
        seen, key = self.record.bodies, (name, tuple(contexts), line)
        if key in seen or len(seen) < MAX_BODIES:
            seen[key] = seen.get(key, 0) + 1
        if len(self._entered) < MAX_RECORDS and under_jaxpr_trace():
            self._entered.append((name, 0))  # the submission was given the function, so the trace is the submission's

    def _on_miss(self, _: types.FrameType, text: str) -> None:
        """Keep the reason for a cache miss. Misses inside a trace are ignored, as the trace's own came first."""
        if self._miss is not None and (jax_core.trace_ctx.trace is None or self._entered):
            return  # JAX binds a `shard_map`: jax 0.12 names no trace then, and jax 0.10 that of eager calls.
        if self.in_call and not under_jaxpr_trace() and len(self.record.traces) < self.most_explained:
            text += "\n"
            cut = len(text) - MISS_HEAD - MISS_TAIL
            self._miss = text if cut <= 0 else f"{text[:MISS_HEAD]} … {text[-MISS_TAIL:]}"
            self._arguments = None

    def _take_miss(self) -> dict[str, object]:
        return {"miss": self._miss, "arguments": self._arguments}

    def _forget_miss(self) -> None:
        self._miss = self._arguments = None

    def _on_wrapped(
        self, frame: types.FrameType, wrapper: object, kind: str, fun: object, kwargs: Mapping[str, object]
    ) -> None:
        maker = frame.f_back
        while maker is not None and kind == "jax.jit" and is_jit(maker.f_code):
            maker = maker.f_back
        if kind == "jax.jit" and (maker is None or is_library(maker.f_code.co_filename)):
            return  # a library's own
        while type(fun) is functools.partial:  # JAX, too, names it after the function
            fun = fun.func
        name = str(getattr(fun, "__name__", type(fun).__name__))[:100]
        defined = first_line_of(fun)
        static = any(kwargs.get(key) not in (None, ()) for key in ("static_argnums", "static_argnames"))
        note = Wrapper(self._made, kind, line_near(maker), name, defined, in_call=self.in_call, static=static)
        note.traced = under_jaxpr_trace()
        jitted = getattr(wrapper, "jitted_fn", wrapper) if kind == "nnx.jit" else wrapper
        self._watch(wrapper, getattr(jitted, "_fun", jitted), note)

    def _watch(self, wrapper: object, function: object, note: Wrapper) -> None:
        """Watch a wrapper that was made."""
        self._notes = [*self._notes[1 - MAX_WRAPPERS :], note]
        self._wrappers.add(wrapper, note)
        self._made += 1
        self.ledger.watch(function, note)

    def _on_compiled(self, frame: types.FrameType, compiled: object) -> None:
        """Note a program that the submission compiled ahead of time."""
        line = line_near(frame.f_back)
        if line is not None:
            note = Wrapper(self._made, "aot", line, name_of(compiled), None, in_call=self.in_call, static=False)
            self._watch(compiled, compiled, note)

    def _count(self, note: Wrapper) -> None:
        """Count a call of a function made by `jax.jit`; `_on_call` counts those made by `nnx.jit`."""
        if note.kind != "nnx.jit" and len(self.record.called) < MAX_RECORDS:
            self.record.called.append(note)

    def _on_call(self, _: types.FrameType, ticket: list[bool], wrapper: object, args: Any, kwargs: Any) -> None:  # noqa: ANN401
        """Open a call of an nnx wrapper; append to `ticket` whether it is an outermost call."""
        if not self.in_call:
            return
        note = self._wrappers.find(wrapper)
        record = self.record
        models: list[KeptModel | None] = []
        outermost = not self._open and not under_jaxpr_trace()
        if note is not None and outermost:
            if len(record.called) < MAX_RECORDS:
                record.called.append(note)
            given = [*enumerate(args), *kwargs.items()]
            if record.compares_models:
                models = [self._keep_argument(note, *one) for one in given if is_a(type(one[1]), nnx.Module)]
            if self.compares_inputs:
                self._unseen(lambda found: record.note_inputs(note.number, found), given)
            if record.models and len(record.taking) + len(record.lacking) < MAX_NOTED:
                self._look_for_models(note, [value for _, value in given])
        ticket.append(outermost)
        call = WrapperCall(ticket, note if outermost else None, len(record.traces), len(record.segments), _clock())
        call.models = [kept for kept in models if kept is not None]
        self._open.append(call)

    def _keep_argument(self, note: Wrapper, place: object, model: object) -> KeptModel | None:
        return self._unseen(lambda one: self.record.states.keep(one, (note.number, place)), model)

    def _look_for_models(self, note: Wrapper, given: list[object]) -> None:
        """Note whether a wrapper gets the models that it must get, or only some of their arrays."""
        models = self.record.models
        if self._unseen(lambda found: is_given(models, found), given):
            self.record.taking.add(note.number)
        elif self._unseen(lambda found: holds_parts(models, found), given):
            self.record.lacking.add(note.number)

    def _on_return(self, _: types.FrameType, ticket: list[bool], returned: bool) -> None:  # noqa: FBT001 - an event's argument
        """Close a call; report it only if it `returned`."""
        stop = _clock()
        call = next((call for call in self._open if call.ticket is ticket), None)
        if call is None:
            return
        self._open.remove(call)
        for kept in call.models:
            kept.after = self._unseen(take_snapshot, kept.model())
        record = self.record
        if returned and call.note is not None and len(record.inner) < MAX_RECORDS:
            record.inner.append(
                {
                    "name": call.note.name,
                    "seconds": stop - call.start,
                    "traces": len(record.traces) - call.traces,
                    "start": call.segments,
                    "stop": len(record.segments),
                }
            )

    def _on_module(self, _: types.FrameType, module: Any, args: Any, kwargs: Any) -> None:  # noqa: ANN401
        if self.in_call and len(self.record.modules) < MAX_RECORDS:
            input_traced, params_traced = self._unseen(holds_tracer, (args, kwargs)), self._unseen(is_traced, module)
            if input_traced is not None and params_traced is not None:
                found: dict[str, object] = {
                    "input_traced": input_traced,
                    "params_traced": params_traced,
                    "in_wrapper": bool(self._open),
                    "unusual": self._unseen(lambda one: list_unusual(one, self.module_class), module) or [],
                }
                self.record.modules.append(found)
