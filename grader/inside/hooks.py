"""Helpers for the probes' handlers: they keep errors from the observed code, and recognize the code of `jax.jit`.

Runs inside the sandbox.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

JIT_FILES = ("/jax/_src/api.py", "/jax/_src/pjit.py", "/jax/_src/traceback_util.py")
JIT_NAMES = frozenset({"jit", "pjit", "make_jit", "<lambda>", "reraise_with_filtered_traceback"})
"""The files and functions whose code runs between a call of `jax.jit` and the creation of the jitted function."""


def shield(handler: Callable[..., None]) -> Callable[..., None]:
    """Return a handler that raises no exception into the code that it observes; what it can't read is not recorded.

    RecursionError and MemoryError are raised all the same: the observed code is about to run out of stack or memory
    itself, and could otherwise hide from the probes in this way.
    """

    def serve(*args: Any) -> None:  # noqa: ANN401 - an event's arguments
        try:
            handler(*args)
        except (RecursionError, MemoryError):
            raise
        except Exception:  # noqa: BLE001 - whatever a strange object makes of being looked at
            return

    return serve


def is_jit(code: types.CodeType) -> bool:
    """Return whether code is part of `jax.jit`, not of `jax.make_jaxpr`, for example, which also jits a function."""
    return code.co_name in JIT_NAMES and code.co_filename.endswith(JIT_FILES)
