"""Detects whether a call changed its arguments, at any depth. Runs inside the sandbox.

Before the call, the harness records the contents of each argument: arrays by dtype, shape and bytes, containers and
objects by their contents. Of an instance of the submission's class the fields count that it was made with, and the
arrays anywhere in it; it may keep other things, such as its hash, once they are known. NNX models are left to the
checks `final_state` and `nnx_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax._src import core as jax_core

from grader.protocol import Make

if TYPE_CHECKING:
    from grader.protocol import Value

MAX_PARTS = 20_000
MAX_DEPTH = 12
DELETED = "deleted"
ARRAYS = (jax.Array, np.ndarray)
"""The classes that `Parts` names for arrays."""
PLAIN = (bool, int, float, complex, str, bytes, type(None))

_asarray, _key_data = np.asarray, jax.random.key_data
_issubdtype, _prng_key = jnp.issubdtype, jax.dtypes.prng_key
_get_attribute = object.__getattribute__

Parts = dict[str, tuple[object, ...]]
"""The parts of an argument by path: each part's class, and further data that identify its value."""


def remember(value: object, asked: Value = None) -> Parts:
    """Return the parts of `value`, without calling any code of the submission; `asked` is what it was made from.

    An instance that doesn't have all its fields as attributes, such as a tuple, is remembered as a whole.
    """
    parts: Parts = {}
    _walk("", value, parts, MAX_DEPTH, set())
    if not isinstance(asked, Make) or not asked.fields.keys() <= {_attribute_of(path) for path in parts}:
        return parts
    return {path: part for path, part in parts.items() if part[0] in ARRAYS or _attribute_of(path) in asked.fields}


def _attribute_of(path: str) -> str:
    """Return the name of the argument's own attribute that a path leads through: `taps` for `/taps/0`.

    It is without its leading underscores: a class may keep `taps` in `_taps`, and have a property for it.
    """
    return path.split("/")[1].lstrip("_") if path else ""


def find_change(before: Parts, value: object) -> str | None:
    """Return `deleted` or `changed` if `value` differs from `before`, which `remember` returned; otherwise None."""
    now = remember(value)
    parts = [now.get(path, ()) for path, part in before.items() if now.get(path) != part]
    if not parts:
        return None
    return "deleted" if any(DELETED in part for part in parts) else "changed"


def _walk(path: str, value: Any, parts: Parts, depth: int, above: set[int]) -> None:  # noqa: ANN401 - anything
    kind = type(value)
    if len(parts) >= MAX_PARTS or depth == 0 or id(value) in above:
        return
    if issubclass(kind, jax_core.Tracer):
        parts[path] = (kind,)
    elif issubclass(kind, jax.Array):
        parts[path] = _describe_array(value)
    elif kind is np.ndarray or issubclass(kind, np.generic):
        array = _asarray(value)
        parts[path] = (kind, array.dtype.str, array.shape, array.tobytes())
    elif kind in PLAIN:
        parts[path] = (kind, repr(value))
    elif issubclass(kind, nnx.Pytree | nnx.Variable | nnx.State):
        parts[path] = (kind,)
    else:
        children = _children(value, kind)
        named = issubclass(kind, list | tuple | dict)  # an object may gain attributes, such as its cached hash
        parts[path] = (kind, tuple(name for name, _ in children) if named else ())
        for name, child in children:
            _walk(f"{path}/{name}", child, parts, depth - 1, above | {id(value)})


def _describe_array(value: Any) -> tuple[object, ...]:  # noqa: ANN401 - a jax.Array
    if value.is_deleted():
        return (jax.Array, DELETED)
    words = _asarray(_key_data(value) if _issubdtype(value.dtype, _prng_key) else value)
    return (jax.Array, str(value.dtype), value.shape, words.tobytes())


def _children(value: Any, kind: type) -> list[tuple[str, Any]]:  # noqa: ANN401 - anything
    if issubclass(kind, dict):
        return [
            (repr(key) if type(key) in PLAIN else f"key {at}", item) for at, (key, item) in enumerate(dict.items(value))
        ]
    if issubclass(kind, list | tuple):
        base: Any = list if issubclass(kind, list) else tuple
        return [(str(at), item) for at, item in enumerate(base.__iter__(value))]
    try:
        found = _get_attribute(value, "__dict__")
    except AttributeError:
        return []
    return [(name, item) for name, item in found.items() if type(name) is str] if type(found) is dict else []
