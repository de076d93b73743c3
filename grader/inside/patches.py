"""Installs the probes in JAX and NNX: a listener and patches that raise audit events. Runs inside the sandbox.

`probes.py` handles the events. Nothing here refers to its recorder.
"""

from __future__ import annotations

import _imp
import _signal  # type: ignore[import-not-found]  # it is built in, unlisted
import gc
import signal
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import jax
from flax import nnx
from flax.nnx.transforms import compilation
from jax import monitoring
from jax._src import monitoring as monitoring_internals
from jax._src import pjit

from grader.inside.closing import close
from grader.inside.dispatches import PATCHED, disguise, watch_programs
from grader.inside.misses import explain_misses
from grader.inside.probes import CALL, DURATION, KINDS, MISS, MODULE, RENAMED, RETURN, TRACER, WRAPPED
from grader.inside.rules import is_internal

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

MAX_RECURSION = 50_000
DEBUG_SAVEALL = gc.DEBUG_SAVEALL
_audit = sys.audit


class Probes:
    """The listener and the patches of one process."""

    def __init__(self, module_class: str | None) -> None:
        """Register the listener and patch the wrappers; watch `nnx.<module_class>` if one is given."""
        self.codes: list[types.CodeType] = []
        """The code that may raise the probes' events."""
        self.wards: list[tuple[Any, str, object, str]] = []
        """Objects that must not be replaced: a class or module, a name in it, its value, and a label for messages."""
        self._listeners = monitoring_internals._event_duration_secs_listeners  # noqa: SLF001 - there is no other look-up
        watch_programs()
        for owner, name, patched in PATCHED:
            self.codes.append(patched.__code__)
            self.wards.append((owner, name, patched, "`jax.jit`'s own functions"))
        self._listen()
        self._explain_misses()
        for wrapper_class in (compilation.JitWrapped, compilation.SimpleJitWrapped):
            self._patch(wrapper_class, "__init__", watch_making)
            self._patch(wrapper_class, "__call__", watch_call)
        self.wards.append((jax, "jit", jax.jit, "`jax.jit`"))
        self._patch(pjit, "make_jit", watch_jit)  # `jax.jit` calls it, and stays unpatched itself
        if module_class is not None:
            self._patch(getattr(nnx, module_class), "__call__", watch_module)
        self._patch(sys, "setrecursionlimit", watch_recursion)
        for name in ("settrace", "setprofile", "_settraceallthreads", "_setprofileallthreads"):
            if hasattr(sys, name):
                self._patch(sys, name, watch_tracing)

        self._patch_signals()
        self._patch(_imp, "create_builtin", watch_builtin)
        self._patch(_imp, "_fix_co_filename", watch_renaming)
        self._patch(_imp, "get_frozen_object", watch_frozen)
        self._patch(gc, "set_debug", watch_set_debug)

    def _patch_signals(self) -> None:
        """Call signal handlers without a frame, which could be one of the harness's."""
        given: dict[int, object] = {}
        self._patch(_signal, "signal", lambda original: watch_signal(original, given))
        self._patch(_signal, "getsignal", lambda original: watch_getsignal(original, given))
        for public, patched in ((signal.signal, _signal.signal), (signal.getsignal, _signal.getsignal)):
            vars(public)["__wrapped__"] = patched

    def in_place(self) -> bool:
        """Return whether JAX still calls the listener."""
        now = monitoring_internals._event_duration_secs_listeners  # noqa: SLF001 - as above
        return now is self._listeners and self._listener in now

    def _listen(self) -> None:
        def listener(event: str, duration_secs: float, **kwargs: str | int) -> None:
            if event in KINDS:
                _audit(DURATION, event, duration_secs, kwargs)

        self._listener = close(listener)
        self.codes.append(self._listener.__code__)
        monitoring.register_event_duration_secs_listener(self._listener)

    def _explain_misses(self) -> None:
        def tell(text: str) -> None:
            _audit(MISS, text)

        closed = close(tell)
        self.codes.append(closed.__code__)
        explain_misses(closed)

    def _patch(self, owner: Any, name: str, watch: Callable[[Any], Any]) -> None:  # noqa: ANN401 - a class or module
        original = getattr(owner, name)
        patched = disguise(close(watch(original)), original)
        setattr(owner, name, patched)
        self.codes.append(patched.__code__)
        self.wards.append((owner, name, patched, f"`{owner.__name__.rpartition('.')[2]}.{name}`"))


def watch_making(init: Callable[..., None]) -> Callable[..., None]:
    """Return a wrapper class's `__init__` that reports the wrapper."""

    def patched(wrapper: object, fun: Callable[..., object], *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        init(wrapper, fun, *args, **kwargs)
        _audit(WRAPPED, wrapper, "nnx.jit", fun, kwargs)

    return patched


def watch_call(call: Callable[..., object]) -> Callable[..., object]:
    """Return a wrapper class's `__call__` that reports its beginning and end."""

    def patched(wrapper: object, *args: Any, **kwargs: Any) -> object:  # noqa: ANN401
        ticket: list[bool] = []
        _audit(CALL, ticket, wrapper, args, kwargs)
        if not ticket:
            return call(wrapper, *args, **kwargs)
        returned = False
        try:
            result = call(wrapper, *args, **kwargs)
            returned = True
        finally:
            _audit(RETURN, ticket, returned)
        return result

    return patched


def watch_jit(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `make_jit` that reports the jitted function."""

    def patched(fun: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        wrapper = original(fun, **kwargs)
        _audit(WRAPPED, wrapper, "jax.jit", fun, kwargs)
        return wrapper

    return patched


def watch_module(call: Callable[..., object]) -> Callable[..., object]:
    """Return a module class's `__call__` that reports its arguments."""

    def patched(module: Any, *args: Any, **kwargs: Any) -> object:  # noqa: ANN401
        _audit(MODULE, module, args, kwargs)
        return call(module, *args, **kwargs)

    return patched


def watch_tracing(_: Callable[..., None]) -> Callable[..., None]:
    """Return a `sys.settrace` that never traces, and reports each attempt to set a tracer other than None."""

    def patched(function: object) -> None:
        if function is not None:
            _audit(TRACER)

    return patched


def watch_signal(original: Callable[..., Any], given: dict[int, object]) -> Callable[..., Any]:
    """Return a `_signal.signal` whose handlers are called without a frame; `given` maps numbers to handlers."""

    def patched(number: Any, handler: Any, /) -> Any:  # noqa: ANN401 - the interpreter's own types
        def handle(number: int, _frame: object) -> None:
            handler(number, None)

        before = original(number, handle if callable(handler) else handler)
        kept = given.get(number, before)
        given[number] = handler
        return kept

    return patched


def watch_getsignal(original: Callable[..., Any], given: dict[int, object]) -> Callable[..., Any]:
    """Return a `_signal.getsignal` that returns the handlers in `given`."""

    def patched(number: Any, /) -> Any:  # noqa: ANN401 - the interpreter's own types
        return given.get(number, original(number))

    return patched


def watch_builtin(original: Callable[..., Any]) -> Callable[..., Any]:
    """Return an `_imp.create_builtin` that refuses copies of patched modules, and modules that bypass the hook."""

    def patched(spec: Any, /) -> Any:  # noqa: ANN401 - the interpreter's own types
        name = spec.name  # read only once, because a second read could return another name
        if type(name) is not str or is_internal(name):
            raise ImportError("this module can't be imported while code is graded")
        return original(SimpleNamespace(name=name))

    return patched


def watch_renaming(original: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
    """Return an `_imp._fix_co_filename` that reports the file name that it gives to code."""

    def patched(code: Any, path: str, /) -> None:  # noqa: ANN401 - the interpreter's own types
        _audit(RENAMED, path)
        original(code, path)

    return patched


def watch_frozen(original: Callable[[str], Any]) -> Callable[..., Any]:
    """Return an `_imp.get_frozen_object` that reads only Python's own frozen modules, and refuses other data."""

    def patched(name: str, data: object = None, /) -> Any:  # noqa: ANN401 - code
        if data is not None:
            raise ImportError("no other data than Python's own can be read while code is graded")
        return original(name)

    return patched


def watch_set_debug(original: Callable[[int], None]) -> Callable[[int], None]:
    """Return a `gc.set_debug` that never keeps garbage, because it would include the harness's frames."""

    def patched(flags: int, /) -> None:
        original(flags & ~DEBUG_SAVEALL)

    return patched


def watch_recursion(original: Callable[[int], None]) -> Callable[[int], None]:
    """Return a `sys.setrecursionlimit` with a maximum low enough for errors to be reported in time and in memory."""

    def patched(limit: int) -> None:
        original(min(limit, MAX_RECURSION))

    return patched
