"""What the probes' hooks need of Python: errors kept to themselves, and the code that belongs to `jax.jit`.

Runs inside the sandbox.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

JIT_FILES = ("/jax/_src/api.py", "/jax/_src/pjit.py", "/jax/_src/traceback_util.py")
JIT_NAMES = frozenset({"jit", "pjit", "make_jit", "<lambda>", "reraise_with_filtered_traceback"})
"""The code that is between a call of `jax.jit` and the making of a jitted function: files, and functions there."""


def shield(handler: Callable[..., None]) -> Callable[..., None]:
    """Return a handler that raises nothing into the code that it watches: what it can't see is not seen.

    It does where stack or memory are used up. That code is about to notice, too, and else could hide so.
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
    """Say whether code is `jax.jit`, or a part of it; not `jax.make_jaxpr`, say, which makes a jitted function, too."""
    return code.co_name in JIT_NAMES and code.co_filename.endswith(JIT_FILES)
