"""Observes each program that JAX runs, and each call of a jitted function. Runs inside the sandbox.

Theory of operation. JAX runs a program in Python the first time and in C++ from then on, past every probe: `jax.jit`
puts the executable's data into its C++ cache, and later calls with the same shapes never return to Python. So the
patches keep those data out of the cache. Every call then goes through Python, where three functions of `jax._src.pjit`
are patched:

- `_infer_params` looks up the trace of a jitted function, and makes it if there is none.
- `_run_python_pjit` is one call of a jitted function. An operation of `jnp` is such a call too.
- `_pjit_call_impl_python` runs one program, and has its jaxpr.

`Compiled.__call__` is patched for programs compiled ahead of time. JAX's own operations that compute nothing (a
reshape, a slice) keep their fast path: they are allowed everywhere, and there are many. The patches are applied before
warm-up, when the caches are still empty. Like those of `patches.py`, they raise audit events.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax
from jax._src import core as jax_core
from jax._src import pjit, stages
from jax._src.interpreters import pxla

from grader.inside.closing import close, keep_code
from grader.inside.notes import WeakNotes
from grader.inside.studies.jaxprs import MOVING, is_inexact, walk

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

INFER, RUN, RAN, COMPILED = "jaxdojo.infer", "jaxdojo.run", "jaxdojo.ran", "jaxdojo.compiled"
DISPATCH, DISPATCHED = "jaxdojo.dispatch", "jaxdojo.dispatched"
CALLBACKS = frozenset({"pure_callback", "io_callback", "debug_callback", "python_callback", "buffer_callback"})
"""Primitives that run Python on values. `jax.debug.print` has one of its own, which returns nothing."""
PRINT = "debug_print"
JAX_FILES = "/site-packages/jax/"

_audit = sys.audit
_leaves, _flatten, _unflatten = jax.tree.leaves, jax.tree.flatten, jax.tree.unflatten


@dataclass(frozen=True)
class JaxprProgram:
    """Facts from a program's jaxpr: the name of an operation that computes on floating-point numbers, and callbacks."""

    arithmetic: str | None
    callbacks: tuple[tuple[str, int | None], ...]
    """Each callback's primitive, and the submission's line."""
    prints: bool = False
    """Whether it has `jax.debug.print`, which calls back as well."""


_programs: WeakNotes[JaxprProgram] = WeakNotes()
_moving: WeakNotes[bool] = WeakNotes()
"""Executables of JAX's own operations that compute nothing."""


def read_program(jaxpr: Any) -> JaxprProgram:  # noqa: ANN401 - JAX's own type
    """Return the facts about a program. Arithmetic counts only if its inputs include floating-point numbers."""
    known = _programs.get(jaxpr)
    if known is not None:
        return known
    arithmetic, callbacks, prints = None, [], False
    given = any(is_inexact(aval) for aval in jaxpr.in_avals)
    for equation, line in walk(jaxpr):
        name = str(equation.primitive.name)
        prints |= name == PRINT
        if name in CALLBACKS:
            callbacks.append((name, line))
        outer = any(hasattr(leaf, "eqns") for leaf in _leaves(list(equation.params.values()), is_leaf=_has_equations))
        if given and arithmetic is None and name not in MOVING and (not outer or name in LOOPS):
            inexact = any(is_inexact(variable.aval) for variable in (*equation.invars, *equation.outvars))
            arithmetic = name if inexact else None
    program = JaxprProgram(arithmetic, tuple(callbacks), prints)
    _programs.note(jaxpr, program)
    return program


LOOPS = frozenset({"scan", "while", "cond"})


def _has_equations(leaf: object) -> bool:
    return hasattr(leaf, "eqns")


def is_own_move(jaxpr: Any) -> bool:  # noqa: ANN401 - JAX's own type
    """Return whether a program is one of JAX's own operations that move numbers without computing any."""
    info = getattr(getattr(jaxpr, "jaxpr", jaxpr), "debug_info", None)
    name = str(getattr(info, "func_filename", None) or "")
    program = read_program(jaxpr)
    return JAX_FILES in name and program.arithmetic is None and not program.callbacks


def _watch_infer(infer: Callable[..., Any]) -> Callable[..., Any]:
    def patched(fun: Any, *args: Any) -> Any:  # noqa: ANN401 - JAX's own types
        _audit(INFER, fun, True)  # noqa: FBT003 - an event's argument
        try:
            return infer(fun, *args)
        finally:
            _audit(INFER, fun, False)  # noqa: FBT003 - as above

    return patched


def _watch_run(run: Callable[..., Any]) -> Callable[..., Any]:
    def patched(p: Any, args_flat: Any, fun: Any, args: Any, kwargs: Any) -> Any:  # noqa: ANN401 - JAX's own types
        ticket: list[Any] = []
        _audit(RUN, ticket, fun, (*args_flat, *p.params["jaxpr"].consts))
        if not ticket:
            return run(p, args_flat, fun, args, kwargs)
        outputs: list[Any] = []
        try:
            result = run(p, args_flat, fun, args, kwargs)
            outputs += result[1:3]
        finally:
            _audit(RAN, ticket, outputs)
        if outputs[0] is result[1]:
            return result
        return (_unflatten(result[2], outputs[0]), outputs[0], *result[2:])

    return patched


def _watch_dispatch(dispatch: Callable[..., Any]) -> Callable[..., Any]:
    def patched(*args: Any, jaxpr: Any, name: str, **params: Any) -> Any:  # noqa: ANN401 - JAX's own types
        _audit(DISPATCH, name, jaxpr)
        result = dispatch(*args, jaxpr=jaxpr, name=name, **params)
        if is_own_move(jaxpr):
            _moving.note(result[1], True)  # noqa: FBT003 - what is noted
        else:
            _audit(DISPATCHED, result[0], jaxpr, calls_back(result[1]))
        return result

    return patched


def _hold_back(make: Callable[..., Any]) -> Callable[..., Any]:
    def patched(executable: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - JAX's own types
        return make(executable, *args, **kwargs) if _moving.get(executable) else None

    return patched


def _hold_back_all(_: Callable[..., Any]) -> Callable[..., Any]:
    def patched(_executable: Any, _params: Any) -> None:  # noqa: ANN401 - JAX's own types
        return None

    return patched


def _watch_compile(compile_: Callable[..., Any]) -> Callable[..., Any]:
    def patched(lowered: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - JAX's own types
        compiled = compile_(lowered, *args, **kwargs)
        _audit(COMPILED, compiled)
        return compiled

    return patched


def _watch_compiled(call: Callable[..., Any]) -> Callable[..., Any]:
    def patched(compiled: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - JAX's own types
        ticket: list[Any] = []
        _audit(RUN, ticket, compiled, ())
        if not ticket:
            return call(compiled, *args, **kwargs)
        outputs: list[Any] = []
        try:
            result = call(compiled, *args, **kwargs)
            leaves, structure = _flatten(result)
            outputs += leaves, structure
        finally:
            _audit(RAN, ticket, outputs)
        return result if outputs[0] is leaves else _unflatten(structure, outputs[0])

    return patched


PATCHES: tuple[tuple[Any, str, Callable[[Any], Any]], ...] = (
    (pjit, "_infer_params", _watch_infer),
    (pjit, "_run_python_pjit", _watch_run),
    (pjit, "_pjit_call_impl_python", _watch_dispatch),
    (pjit, "_get_fastpath_data", _hold_back),
    (pxla.MeshExecutable, "create_cpp_call", _hold_back_all),
    (stages.Lowered, "compile", _watch_compile),
    (stages.Compiled, "__call__", _watch_compiled),
)
PATCHED: list[tuple[Any, str, Any]] = []
"""The applied patches: a module or class, a name in it, and the new value of that name."""


def watch_programs() -> None:
    """Apply the patches, once per process and before any program runs in it."""
    if not PATCHED:
        for owner, name, watch in PATCHES:
            patched = disguise(close(watch(getattr(owner, name))), getattr(owner, name))
            setattr(owner, name, patched)
            PATCHED.append((owner, name, patched))


def disguise(patched: Any, original: Any) -> Any:  # noqa: ANN401 - functions
    """Give `patched` the name, docstring, module, signature and code location of `original`.

    Introspection and tracebacks then look the same as without the patch.
    """
    functools.update_wrapper(patched, original)
    del patched.__wrapped__  # don't reveal how to bypass the patch
    with contextlib.suppress(TypeError, ValueError):
        patched.__signature__ = inspect.signature(original)
    code = getattr(original, "__code__", None)
    if code is not None:
        place = {name: getattr(code, name) for name in ("co_name", "co_qualname", "co_filename", "co_firstlineno")}
        patched.__code__ = patched.__code__.replace(**place)
        keep_code(patched)
    return patched


def is_concrete() -> bool:
    """Return whether no transformation is active, so values are concrete arrays."""
    return bool(jax_core.trace_state_clean())


def name_of(compiled: Any) -> str:  # noqa: ANN401 - JAX's own type
    """Return the name of the function that a program was compiled from ahead of time, or an empty string."""
    call = getattr(getattr(compiled, "_executable", None), "unsafe_call", None)
    name = str(getattr(call, "name", ""))
    return name.removeprefix("jit_").removeprefix("jit(").removesuffix(")")[:100]


def calls_back(executable: Any) -> bool:  # noqa: ANN401 - JAX's own type
    """Return whether a program calls back into Python, by any primitive."""
    return bool(getattr(getattr(executable, "unsafe_call", None), "has_host_callbacks", False))


def frames_of(frame: types.FrameType | None, most: int) -> list[types.FrameType]:
    """Return a frame and its callers, at most `most` in all."""
    found: list[types.FrameType] = []
    while frame is not None and len(found) < most:
        found.append(frame)
        frame = frame.f_back
    return found
