"""Which floating-point numbers a call may hand to a watched function: those that it was given. Runs inside the sandbox.

Numbers are told by value. What a watched function returned counts as given, and so does what Flax or `jax.random` drew.
Whole numbers may be among them, as positions are, and a few others, as padding is. Those are told, since they must not
depend on the arrays of the call: it is made again with other arrays (`move`), and must hand over the same few.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax._src import array as jax_array
from jax._src import core as jax_core

from grader.inside.models import find_models, find_variables
from grader.inside.reading import UnreadableError, content_of, held_by, is_a, is_ref, leaves_of, walk
from grader.inside.wire import to_numpy
from grader.protocol import KEY, Array, Build, Make

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.protocol import Value

MAX_NUMBERS = 2**20
"""Most numbers that are looked at in one call; beyond, everything counts as given."""
MAX_OTHERS = 4
MAX_WHOLE = 2.0**16
LEAST_FACTOR = 0.75

_asarray, _concatenate, _isin, _unique = np.asarray, np.concatenate, np.isin, np.unique
_ArrayImpl: Any = jax_array.ArrayImpl
_device_put = jax.device_put
_issubdtype, _inexact = jnp.issubdtype, np.inexact


class Numbers:
    """The numbers of one call."""

    def __init__(self, arguments: list[Any]) -> None:
        """Begin with the numbers in the arguments, all the way down."""
        self._arrays: list[np.ndarray[Any, Any]] = []
        self._size = 0
        for leaf in _find_leaves(arguments):
            self.add(leaf)

    def add(self, leaf: object) -> None:
        """Add the numbers of an array, or a number."""
        values = _read(leaf)
        if values is not None and self._size <= MAX_NUMBERS:
            self._size += values.size
            self._arrays.append(values)

    def find_others(self, leaf: object) -> list[float] | None:
        """Return the numbers of an array that were not given, whole ones aside; None where they are too many."""
        values = _read(leaf)
        if values is None or self._size + values.size > MAX_NUMBERS:
            return []
        values = _unique(values[np.isfinite(values)])
        values = values[(values != np.round(values)) | (abs(values) > MAX_WHOLE)]
        if values.size and self._arrays:
            kind = np.zeros(0, getattr(leaf, "dtype", float)).real.dtype
            known = _concatenate(self._arrays)
            with np.errstate(over="ignore"):
                known = _concatenate([known, known.astype(kind).astype(float)])
            values = values[~_isin(values, known)]
        return [float(number) for number in values] if values.size <= MAX_OTHERS else None


def read_all(leaves: Iterable[object]) -> np.ndarray[Any, Any] | None:
    """Return the floating-point numbers in `leaves`; None where they are too many to be compared."""
    read = [values for leaf in leaves if (values := _read(leaf)) is not None]
    return _concatenate([np.zeros(0), *read]) if sum(values.size for values in read) <= MAX_NUMBERS else None


def adds_nothing(outputs: Iterable[object], given: np.ndarray[Any, Any]) -> bool:
    """Say whether all floating-point numbers of a call's outputs are among those that it was `given`."""
    values = read_all(outputs)
    return values is not None and bool(_isin(values, given).all())


def _read(leaf: object) -> np.ndarray[Any, Any] | None:
    """Return the numbers of a leaf as doubles, parts of complex ones apart; None for one that has none or is gone."""
    if is_ref(leaf):
        leaf = content_of(leaf)
    if isinstance(leaf, jax_core.Tracer) or (isinstance(leaf, jax.Array) and leaf.is_deleted()):
        return None
    if type(leaf) is float:
        return _asarray([leaf])
    dtype = getattr(leaf, "dtype", None)
    if dtype is None or not isinstance(leaf, jax.Array | np.ndarray | np.generic) or not _issubdtype(dtype, _inexact):
        return None
    array = _asarray(leaf).ravel()
    return _concatenate([array.real, array.imag]).astype(float) if array.dtype.kind == "c" else array.astype(float)


def _find_leaves(arguments: list[Any]) -> Iterator[object]:
    """Yield the arrays and numbers in a call's arguments; those that can't be read are left out."""
    with contextlib.suppress(UnreadableError):
        for _, value, before in walk(arguments):
            if type(value) is float:
                yield value
            elif before is None:
                yield from leaves_of(value) if is_a(type(value), nnx.Variable) else [value]


def move(values: dict[str, Value], seed: bytes) -> dict[str, Value]:
    """Return the arguments of a call with the floating-point numbers in arrays a little smaller, by chance."""
    rng = np.random.default_rng(list(seed))
    return {name: _move(value, rng) for name, value in values.items()}


def _move(value: Value, rng: np.random.Generator) -> Value:
    match value:
        case Array():
            array = to_numpy(value)
            if value.dtype == KEY or not _issubdtype(array.dtype, _inexact):
                return value
            return Array(value.dtype, value.shape, _move_array(array, rng).tobytes())
        case Make() | Build():
            return type(value)(value.name, {name: _move(field, rng) for name, field in value.fields.items()})
        case list():
            return [_move(item, rng) for item in value]
        case tuple():
            return tuple(_move(item, rng) for item in value)
        case dict():
            return {name: _move(item, rng) for name, item in value.items()}
    return value


def _move_array(array: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    moved: np.ndarray[Any, Any] = (array * rng.uniform(LEAST_FACTOR, 1, array.shape)).astype(array.dtype)
    return moved


def move_models(values: list[Any], seed: bytes) -> None:
    """Make the floating-point numbers in the variables of models a little smaller, by chance."""
    rng = np.random.default_rng(list(seed))
    for model in find_models(values):
        for variable in find_variables(model).values():
            held = held_by(variable)
            if type(held) is _ArrayImpl and _issubdtype(held.dtype, _inexact) and not held.weak_type:
                moved = _device_put(_move_array(_asarray(held), rng), held.sharding)
                nnx.Variable.set_raw_value(variable, moved)  # type: ignore[arg-type]  # is one
