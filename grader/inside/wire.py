"""Converts wire values to JAX values for a call, and a call's results back. Runs inside the sandbox."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from flax import nnx

from grader.inside import authoring
from grader.inside.models import types_of, variables_in
from grader.inside.reading import JAX_ARRAYS, SCALARS, UnreadableError, content_of, is_a, is_ref, is_tracer
from grader.inside.variation import vary
from grader.protocol import (
    ITEM_SIZES,
    KEY,
    MAX_DEPTH,
    MAX_INT_DIGITS,
    MAX_PAYLOAD,
    MAX_RANK,
    Array,
    Body,
    Build,
    Make,
    Value,
    ValueWriter,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_SIZE = 64 * 2**20
"""The maximum size of one returned array, in bytes."""

MAX_CASE_SIZE = 192 * 2**20
"""The maximum total size of the arrays that the calls of a case return, in bytes."""
MAX_ITEMS = 20_000
"""The maximum number of values outside arrays (numbers, strings, containers) that the calls of a case return."""
MAX_TEXT = 10_000
"""The maximum number of characters of one returned string."""
MAX_NESTING = MAX_DEPTH - 2

_dtype: Any = np.dtype
_to_jax, _frombuffer, _issubdtype = jnp.asarray, np.frombuffer, jnp.issubdtype
_original_asarray, _leaves = np.asarray, jax.tree.leaves
_key_data, _wrap_key_data = jax.random.key_data, jax.random.wrap_key_data


class UnsendableError(Exception):
    """A result has a type that can't be sent, or is too large. The message names the type and its path."""


def to_numpy(array: Array) -> np.ndarray[Any, Any]:
    """Return `array` as a read-only NumPy array of the same dtype and shape; random keys as uint32[..., 2]."""
    if array.dtype == KEY:
        return _frombuffer(array.data, dtype=np.uint32).reshape((*array.shape, 2))
    dtype = _dtype(ml_dtypes.bfloat16 if array.dtype == "bfloat16" else array.dtype)
    return _frombuffer(array.data, dtype=dtype).reshape(array.shape)


def to_argument(value: Value, classes: Mapping[str, Any], bodies: Mapping[str, Any]) -> Any:  # noqa: ANN401 - an argument can be anything
    """Return the Python object that a call receives for `value`, with a jax.Array for each array.

    `classes` maps the names of `Make` to the submission's classes, `bodies` those of `Build` and `Body` to functions of
    the problem's `bodies.py`.
    """
    match value:
        case Array(dtype=dtype) if dtype == KEY:
            return _wrap_key_data(_to_jax(to_numpy(value)), impl="threefry2x32")
        case Array():
            return _to_jax(to_numpy(value))
        case Make() | Build():
            fields = {name: to_argument(field, classes, bodies) for name, field in value.fields.items()}
            return (classes if isinstance(value, Make) else bodies)[value.name](**fields)
        case Body():
            body = bodies[value.name]
            return body if value.draw is None else vary(body, value.draw)
        case list():
            return [to_argument(item, classes, bodies) for item in value]
        case tuple():
            return tuple(to_argument(item, classes, bodies) for item in value)
        case dict():
            return {key: to_argument(item, classes, bodies) for key, item in value.items()}
    return value


class Outgoing:
    """Counts the size of a case's results in its frame, to refuse excessive ones with a message."""

    def __init__(self) -> None:
        """Start at zero."""
        self.items = 0
        self.bytes = 0

    def add(self, path: str, items: int, size: int = 0) -> None:
        """Count `items` values and `size` bytes of arrays; raise `UnsendableError` if that is too much."""
        self.items += items
        self.bytes += size
        if self.items > MAX_ITEMS:
            raise UnsendableError(f"{path} holds too many single values")
        if self.bytes > MAX_CASE_SIZE:
            raise UnsendableError(f"{path} holds too many bytes of arrays")


class ResultWriter:
    """Writes the results of a case's calls and of its studies into the payload of the case's frame."""

    def __init__(self) -> None:
        """Start with an empty payload."""
        self._values = ValueWriter()
        self._out = Outgoing()

    def write(self, result: object, path: str = "the result") -> object:
        """Add `result` and return its node for the header; raise `UnsendableError` if it can't be sent."""
        return self._values.write(to_value(result, path, self._out))

    def add(self, value: Value) -> object:
        """Add a value in the wire's types and return its node for the header."""
        return self._values.write(value)

    @property
    def payload(self) -> bytes:
        """The bytes of all arrays."""
        return self._values.payload


def to_value(result: object, path: str = "the result", out: Outgoing | None = None, depth: int = 0) -> Value:  # noqa: C901 - one case for each kind of value
    """Convert `result` to the wire's types; raise `UnsendableError` if its type isn't allowed or it is too large."""
    kind = type(result)
    out = out if out is not None else Outgoing()
    out.add(path.partition("[")[0], 1)
    if depth > MAX_NESTING:
        raise UnsendableError(f"{path.partition('[')[0]} is nested more than {MAX_NESTING} deep")
    if result is None or kind in (bool, float):
        return result  # type: ignore[return-value]  # the line above makes it a Value
    if kind is int or kind is str:
        return _plain_value(result, path, out)  # type: ignore[arg-type]  # is one of these
    if is_tracer(result):
        raise UnsendableError(f"{path} is a tracer: a value that only stands for an array while JAX traces")
    if kind in JAX_ARRAYS:
        return _jax_value(result, path, out)  # type: ignore[arg-type]  # is one
    if kind is np.ndarray or kind in SCALARS:
        return _array_value(_original_asarray(result), path, out)
    if kind is list:
        entries: list[object] = result  # type: ignore[assignment]  # is one
        return [to_value(item, f"{path}[{i}]", out, depth + 1) for i, item in enumerate(entries)]
    if is_a(kind, tuple):
        items = enumerate(tuple.__iter__(result))  # type: ignore[arg-type, var-annotated]  # is one
        return tuple(to_value(item, f"{path}[{i}]", out, depth + 1) for i, item in items)
    if kind is dict:
        named: dict[object, object] = result  # type: ignore[assignment]  # is a dict
        if not all(type(key) is str for key in named):
            raise UnsendableError(f"{path} is a dict with keys that are not strings")
        return {
            str(_plain_value(str(key), path, out)): to_value(item, f"{path}[{key!r}]", out, depth + 1)
            for key, item in named.items()
        }
    if is_a(kind, (nnx.Pytree, nnx.State)):
        return _model_value(result, path, out, depth)
    raise UnsendableError(f"{path} is of type {kind.__name__}")


def _model_value(model: object, path: str, out: Outgoing, depth: int) -> Value:
    """Convert an NNX model or state to a dict of its variables, with keys such as `layers.0.kernel (Param)`."""
    found: dict[str, Value] = {}
    try:
        variables = list(variables_in(model))
    except UnreadableError as error:
        raise UnsendableError(f"{path} can't be read: {error}") from error
    for name, variable in variables:
        leaves = [content_of(leaf) if is_ref(leaf) else leaf for leaf in _leaves(variable)]
        key = f"{name} ({types_of(variable)[0]})"
        found[key] = to_value(leaves[0] if len(leaves) == 1 else leaves, f"{path}[{key}]", out, depth + 1)
    return found


def _plain_value(value: int | str, path: str, out: Outgoing) -> int | str:
    if isinstance(value, int) and value.bit_length() > (MAX_INT_DIGITS - 1) * 3:
        raise UnsendableError(f"{path} is an int of {value.bit_length()} bits, which is too large")
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise UnsendableError(f"{path} is a text of {len(value)} characters, which is too long")
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise UnsendableError(f"{path} is a text with half of a surrogate pair, which is not Unicode")
    out.add(path, len(value) // 20 if isinstance(value, str) else 0)
    return value


def _jax_value(array: jax.Array, path: str, out: Outgoing) -> Array:
    if array.is_deleted():
        raise UnsendableError(f"{path} is an array whose buffer was deleted or donated")
    if is_key(array):
        if str(array.dtype) != KEY:
            raise UnsendableError(f"{path} is an array of random keys of another kind than threefry's")
        return _array_value(key_data(array), path, out, array.shape)
    return _array_value(_original_asarray(array), path, out)


def is_key(array: jax.Array) -> bool:
    """Return whether `array` holds typed random keys."""
    return _issubdtype(array.dtype, jax.dtypes.prng_key)


def key_data(keys: jax.Array) -> np.ndarray[Any, Any]:
    """Return the words of typed random keys: uint32[..., 2] for threefry."""
    return _original_asarray(_key_data(keys))


def _array_value(array: np.ndarray[Any, Any], path: str, out: Outgoing, keys: tuple[int, ...] | None = None) -> Array:
    """Convert a NumPy array to the wire's types; if it is the data of random keys, `keys` is the keys' shape."""
    name, shape = (array.dtype.name, array.shape) if keys is None else (KEY, keys)
    if name not in ITEM_SIZES:
        raise UnsendableError(f"{path} is an array of dtype {name}")
    size = math.prod(shape) * ITEM_SIZES[name]
    if size > MAX_SIZE:
        raise UnsendableError(f"{path} is an array of {size} bytes, which is too large")
    if array.ndim > MAX_RANK:
        raise UnsendableError(f"{path} is an array of {array.ndim} axes, which is too many")
    if max(shape, default=0) > MAX_PAYLOAD:
        raise UnsendableError(f"{path} is an array with an axis of length {max(shape)}, which is too long")
    out.add(path.partition("[")[0], 0, size)
    return Array(name, shape, array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes())


def to_case_value(item: object) -> Value:
    """Convert an author's value (from `cases.py`) to the wire's types: NumPy arrays, plain data, `authoring` types."""
    if isinstance(item, authoring.Make | authoring.Build):
        kind = Make if isinstance(item, authoring.Make) else Build
        return kind(str(item.name), {key: to_case_value(field) for key, field in item.fields.items()})
    if isinstance(item, authoring.Body):
        return Body(str(item.name))
    if isinstance(item, dict):
        return {str(key): to_case_value(value) for key, value in item.items()}
    if isinstance(item, list):
        return [to_case_value(value) for value in item]
    if isinstance(item, tuple):
        return tuple(to_case_value(value) for value in item)
    return to_value(item, "an argument")
