"""The floating-point numbers that a call may pass to a watched function: those it was given. Runs inside the sandbox.

Numbers are compared by value. Results of watched functions count as given, and so do random numbers from Flax or
`jax.random`, and zero, which fills biases and padding. Whole numbers, such as positions and masks, are allowed, and so
are a few other numbers. All of these are reported, because they must not depend on the call's arrays: the call is
repeated with other arrays (`move`), and must pass on the same numbers. Many whole numbers are reported as one number,
their fingerprint, so that no data can be passed on as the bits of whole numbers.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import deque
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
    from collections.abc import Collection, Iterable, Iterator

    from grader.protocol import Value

MAX_NUMBERS = 2**20
"""The maximum number of argument values examined in one call; beyond that, everything counts as given."""
MAX_RETURNED = 2**23
"""The maximum number of distinct values kept from watched functions' results; beyond that, the oldest are dropped."""
MAX_OTHERS = 4
MAX_WHOLE = 2.0**16
MAX_TOLD = 64
"""The maximum number of an array's whole numbers that are reported one by one; more are reported as a fingerprint."""
LEAST_FACTOR = 0.75

_double = np.dtype(float)
_isfinite, _round, _errstate, _zeros = np.isfinite, np.round, np.errstate, np.zeros
_asarray, _concatenate, _sort, _unique = np.asarray, np.concatenate, np.sort, np.unique
_ArrayImpl: Any = jax_array.ArrayImpl
_device_put = jax.device_put
_issubdtype, _inexact = jnp.issubdtype, np.inexact
_sha256, _integer, _bool, _int64 = hashlib.sha256, np.integer, np.bool_, np.dtype(np.int64)
_default_rng, _set_raw_value = np.random.default_rng, nnx.Variable.set_raw_value


class Numbers:
    """The numbers given to one call."""

    def __init__(self, arguments: list[Any]) -> None:
        """Start with the numbers in the arguments, at any depth."""
        self._given = [values for leaf in _find_leaves(arguments) if (values := _read(leaf)) is not None]
        self._too_many = sum(values.size for values in self._given) > MAX_NUMBERS
        self._returned: deque[np.ndarray[Any, Any]] = deque()
        self._size = 0
        self._prints: set[float] = set()
        self._counted: set[int] = set()

    def add(self, leaf: object) -> None:
        """Add a number, or the numbers in an array, that a watched function or a library returned."""
        values = _read(leaf)
        if values is not None:
            self._returned.append(_unique(values))
            self._size += self._returned[-1].size
        elif (whole := _read_whole(leaf)) is not None:
            self._prints.add(_fingerprint(whole))
            if whole.size <= MAX_OTHERS:
                self._counted.update(int(number) for number in whole)
        while self._size > MAX_RETURNED and len(self._returned) > 1:
            self._size -= self._returned.popleft().size

    def find_others(self, leaf: object) -> list[float] | None:
        """Return the numbers in an array that weren't given; None if too many of them are not whole.

        An array of integers or booleans is reported as one fingerprint, and so are whole numbers if there are many.
        """
        values = _read(leaf)
        if values is None:
            return self._find_whole(leaf)
        if self._too_many:
            return []
        values = self._leave_known(_unique(values[_isfinite(values)]), leaf)
        is_whole = (values == _round(values)) & (abs(values) <= MAX_WHOLE)
        whole, others = values[is_whole], values[~is_whole]
        told = [_fingerprint(whole)] if whole.size > MAX_TOLD else [float(number) for number in whole]
        return [*(float(number) for number in others), *told] if others.size <= MAX_OTHERS else None

    def _leave_known(self, values: np.ndarray[Any, Any], leaf: object) -> np.ndarray[Any, Any]:
        """Return those distinct `values` of an array that equal no given number, exact or in the array's precision."""
        if not values.size:
            return values
        kind = _zeros(0, getattr(leaf, "dtype", _double)).real.dtype
        known = _concatenate([_zeros(1), *self._given, *self._returned])
        with _errstate(over="ignore"):
            known = _concatenate([known, known.astype(kind).astype(_double)])
        unknown: np.ndarray[Any, Any] = values[~_find_in(values, known)]
        return unknown

    def _find_whole(self, leaf: object) -> list[float]:
        whole = _read_whole(leaf)
        if whole is None:
            return []
        told = _fingerprint(whole)
        few = whole.size <= MAX_OTHERS and self._counted.issuperset(int(number) for number in whole)
        return [] if few or told in self._prints else [told]


def read_all(leaves: Iterable[object]) -> np.ndarray[Any, Any] | None:
    """Return the floating-point numbers in `leaves`; None if there are too many to compare."""
    read = [values for leaf in leaves if (values := _read(leaf)) is not None]
    return _concatenate([_zeros(0), *read]) if sum(values.size for values in read) <= MAX_NUMBERS else None


def adds_nothing(outputs: Iterable[object], given: np.ndarray[Any, Any]) -> bool:
    """Return whether all floating-point numbers in a call's outputs are among those it was `given`."""
    values = read_all(outputs)
    if values is None or (values.size and not (given == values[0]).any()):  # the first number of most outputs is new
        return False
    return bool(_find_in(values, given).all())


def _find_in(values: np.ndarray[Any, Any], known: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return which `values` are among `known`, as `np.isin` does, which takes ten times as long for few numbers."""
    ordered = _sort(known)
    found: np.ndarray[Any, Any] = ordered.take(ordered.searchsorted(values), mode="clip") == values
    return found


def _read(leaf: object) -> np.ndarray[Any, Any] | None:
    """Return a leaf's floating-point numbers as doubles, with real and imaginary parts separate.

    Return None if it has none, or was deleted.
    """
    if is_ref(leaf):
        leaf = content_of(leaf)
    if isinstance(leaf, jax_core.Tracer) or (isinstance(leaf, jax.Array) and leaf.is_deleted()):
        return None
    if type(leaf) is float or type(leaf) is complex:
        return _asarray([leaf.real, leaf.imag])
    dtype = getattr(leaf, "dtype", None)
    if dtype is None or not isinstance(leaf, jax.Array | np.ndarray | np.generic) or not _issubdtype(dtype, _inexact):
        return None
    array = _asarray(leaf).ravel()
    return _concatenate([array.real, array.imag]).astype(float) if array.dtype.kind == "c" else array.astype(float)


def _read_whole(leaf: object) -> np.ndarray[Any, Any] | None:
    """Return the integers or booleans in a leaf; None if it has none or was deleted."""
    if is_ref(leaf):
        leaf = content_of(leaf)
    if isinstance(leaf, jax_core.Tracer) or (isinstance(leaf, jax.Array) and leaf.is_deleted()):
        return None
    dtype = getattr(leaf, "dtype", None)
    if dtype is None or not isinstance(leaf, jax.Array | np.ndarray | np.generic):
        return None
    is_whole = _issubdtype(dtype, _integer) or _issubdtype(dtype, _bool)
    return _asarray(leaf).ravel().astype(_int64) if is_whole else None


def _fingerprint(values: np.ndarray[Any, Any]) -> float:
    """Return a digest that identifies `values`, as a number with the fraction .5, which no whole number equals."""
    return int.from_bytes(_sha256(values.tobytes()).digest()[:6]) + 0.5


def _find_leaves(arguments: list[Any]) -> Iterator[object]:
    """Yield the arrays and numbers in a call's arguments, except unreadable ones."""
    with contextlib.suppress(UnreadableError):
        for _, value, before in walk(arguments):
            if type(value) is float:
                yield value
            elif before is None:
                yield from leaves_of(value) if is_a(type(value), nnx.Variable) else [value]


def move(values: dict[str, Value], seed: bytes) -> dict[str, Value]:
    """Return a call's arguments with each floating-point number in arrays made a little smaller, by a random factor."""
    rng = _default_rng(list(seed))
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


def move_models(values: list[Any], seed: bytes, kept: Collection[int] = ()) -> None:
    """Make each floating-point number in the variables of models a little smaller, by a random factor.

    Variables whose ids are in `kept` stay the same.
    """
    rng = _default_rng(list(seed))
    for model in find_models(values):
        for variable in find_variables(model).values():
            held = held_by(variable)
            numbers = type(held) is _ArrayImpl and _issubdtype(held.dtype, _inexact) and not held.weak_type
            if numbers and id(variable) not in kept:
                where = held.sharding if held._committed else None  # noqa: SLF001 - a committed one needs another program
                moved = _device_put(_move_array(_asarray(held), rng), where)
                _set_raw_value(variable, moved)  # type: ignore[arg-type]  # is one
