"""The functions that a problem passes to a submission, and the contexts of their calls. Runs inside the sandbox.

Theory of operation. `bodies.py` is public. Like a submission's functions (`source.py`), its functions are instrumented
at compilation: the first step of each raises an audit event, which the hook in `guard.py` passes to the recorder with
the function's frame. The mark is a constant of the function's code, so there is no wrapper to remove and no name to
rebind. The recorder notes the context of each call: the JAX transformations that were active around it.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from typing import TYPE_CHECKING, Any

from jax._src import core as jax_core

from grader.inside.closing import walk_code
from grader.inside.reading import UnreadableError, attributes_of, is_tracer, leaves_of
from grader.inside.source import FILENAME, Source

if TYPE_CHECKING:
    import types
    from collections.abc import Mapping

BODY = "jaxdojo.body"
BODIES = "bodies.py"
MAX_FRAMES = 500
TRACES = {"BatchTrace": "vmap", "JVPTrace": "jvp", "LinearizeTrace": "grad", "JaxprTrace": "grad"}
"""The context that each class of JAX's traces indicates. A tracer's class has the same name with "r" appended."""
LOOPS = {"scan", "while_loop", "fori_loop", "map", "associative_scan"}
LOOPS_FILE, JIT_FILE = "/jax/_src/lax/control_flow/loops.py", "/jax/_src/pjit.py"

enter = functools.partial(sys.audit, BODY)
"""Raises the audit event for entering the function of `bodies.py` with the given number."""


class Bodies:
    """The compiled `bodies.py` of a problem; empty if the problem has none."""

    def __init__(self, text: str) -> None:
        """Compile `text`; raise the errors of Python's `compile`."""
        self.source = Source(text, BODIES, "bodies")
        self.functions = self.source.functions
        self._code = self.source.plant(enter)
        self.codes = list(walk_code(self._code))
        """The code that may raise the event."""

    def fresh(self) -> Mapping[str, Any]:
        """Run the file in a new module and return its names. The functions are new, so earlier cases cached nothing."""
        return dict(self.source.run(self._code).__dict__)


def look_around(frame: types.FrameType) -> tuple[list[str], int | None]:
    """Return the sorted contexts in which the function with this `frame` was called, and the line that called it.

    Open traces and the tracers among the arguments show `jit`, `vmap`, `jvp` (forward mode) and `grad` (linearization,
    the first step of reverse mode). Frames show `jit` and `scan` (any loop of `jax.lax`). Without any context, the
    function runs on plain arrays, step by step.
    """
    found: set[str] = set()
    trace = jax_core.trace_ctx.trace
    while trace is not None:
        found.add(TRACES.get(type(trace).__name__, ""))
        trace = getattr(trace, "parent_trace", None)
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    values = frame.f_locals
    with contextlib.suppress(UnreadableError):  # unreadable arguments show no context
        for leaf in leaves_of([values[name] for name in names if name in values]):
            found |= contexts_of(leaf)
    line, at, walked = None, frame.f_back, 0
    while at is not None and walked < MAX_FRAMES:
        name = at.f_code.co_filename
        if line is None and name == FILENAME:
            line = at.f_lineno
        if name.endswith(LOOPS_FILE) and at.f_code.co_name in LOOPS:
            found.add("scan")
        if name.endswith(JIT_FILE):
            found.add("jit")
        at, walked = at.f_back, walked + 1
    return sorted(found - {""}), line


def contexts_of(leaf: object) -> set[str]:
    """Return the contexts that the nested tracers in `leaf` indicate."""
    found: set[str] = set()
    while is_tracer(leaf):
        found.add(TRACES.get(type(leaf).__name__.removesuffix("r"), ""))
        inside = attributes_of(leaf)
        leaf = inside.get("val", inside.get("primal"))
    return found
