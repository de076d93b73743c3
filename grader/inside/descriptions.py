"""Describes calls, compile errors and JAX's settings as JSON. Runs inside the sandbox."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from typing import TYPE_CHECKING

import jax

from grader.inside.source import FILENAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.inside.probes import Recorder
    from grader.inside.records import CallRecord

CONFIG = (
    *("jax_disable_jit", "jax_enable_x64", "jax_no_tracing", "jax_numpy_dtype_promotion", "jax_default_device"),
    *("jax_default_matmul_precision", "jax_default_prng_impl", "jax_debug_nans", "jax_check_tracer_leaks"),
    *("jax_compilation_cache_dir", "jax_enable_compilation_cache", "jax_threefry_partitionable"),
)
"""JAX's settings whose changes are reported."""

_config = jax.config


def describe_unparsed(error: BaseException) -> dict[str, object]:
    """Return the error that compiling a source raised, as JSON."""
    line = getattr(error, "lineno", None) or 1
    text = str(getattr(error, "text", None) or "").strip()[:200]
    message = str(getattr(error, "msg", error))[:400]
    frames = [{"line": line, "function": "<module>", "text": text}]
    return {"type": type(error).__name__, "bases": [], "message": message, "frames": frames, "own": True}


def read_settings() -> dict[str, str]:
    """Return the settings in `CONFIG` as text."""
    return {name: repr(getattr(_config, name, None))[:200] for name in CONFIG}


def takes(entry: Callable[..., object], parameters: list[str]) -> bool:
    """Return whether `entry` can be called with one positional argument for each of `parameters`.

    A submission's function is judged by its own signature, even if `functools.wraps` gave it another one.
    """
    inner = entry
    while isinstance(inner, functools.partial):
        inner = inner.func
    own = inspect.isfunction(inner) and inner.__code__.co_filename == FILENAME
    try:
        inspect.signature(entry, follow_wrapped=not own).bind(*parameters)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def signature_of(entry: Callable[..., object]) -> str:
    """Return the parameters of `entry` as text, for a message."""
    try:
        return str(inspect.signature(entry))[:200]
    except (TypeError, ValueError):
        return "(…)"


def describe_record(record: CallRecord, recorder: Recorder) -> dict[str, object]:
    """Return the probes' record of one call, as JSON."""
    return {
        "traces": record.traces[:200],
        "segments": record.segments[:400],
        "wrappers": [dataclasses.asdict(note) for note in recorder.all_wrappers()[:200]],
        "called": [note.number for note in record.called[:2000]],
        "other_inputs": record.other_inputs,
        "lacking": sorted(record.lacking)[:200],
        "taking": sorted(record.taking)[:200],
        "modules": record.modules[:200],
        "inner": record.inner[:200],
        **recorder.ledger.call.describe(),
        "bodies": [
            {"name": name, "contexts": list(contexts), "line": line, "count": count}
            for (name, contexts, line), count in record.bodies.items()
        ],
    }
