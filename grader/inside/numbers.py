"""The floating-point numbers that a call may pass to a watched function: those it was given. Runs inside the sandbox.

Numbers are compared by value. Results of watched functions count as given, and so do random numbers from Flax or
`jax.random`. A few other numbers are allowed, such as padding, and so are whole numbers, such as positions.
"""

from __future__ import annotations

import contextlib
from collections import deque
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax._src import core as jax_core

from grader.inside.reading import UnreadableError, content_of, is_a, is_ref, leaves_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_NUMBERS = 2**20
"""The maximum number of argument values examined in one call; beyond that, everything counts as given."""
MAX_RETURNED = 2**23
"""The maximum number of distinct values kept from watched functions' results; beyond that, the oldest are dropped."""
MAX_OTHERS = 4
MAX_WHOLE = 2.0**16

_double = np.dtype(float)
_isfinite, _round, _errstate = np.isfinite, np.round, np.errstate
_asarray, _concatenate, _isin, _unique = np.asarray, np.concatenate, np.isin, np.unique
_issubdtype, _inexact = jnp.issubdtype, np.inexact


class Numbers:
    """The numbers given to one call."""

    def __init__(self, arguments: list[Any]) -> None:
        """Start with the numbers in the arguments, at any depth."""
        self._given = [values for leaf in _find_leaves(arguments) if (values := _read(leaf)) is not None]
        self._too_many = sum(values.size for values in self._given) > MAX_NUMBERS
        self._returned: deque[np.ndarray[Any, Any]] = deque()
        self._size = 0

    def add(self, leaf: object) -> None:
        """Add a number, or the numbers in an array, that a watched function or a library returned."""
        values = _read(leaf)
        if values is not None:
            self._returned.append(_unique(values))
            self._size += self._returned[-1].size
        while self._size > MAX_RETURNED and len(self._returned) > 1:
            self._size -= self._returned.popleft().size

    def holds(self, leaf: object) -> bool:
        """Return whether an array holds only given numbers, apart from a few exceptions."""
        values = _read(leaf)
        if values is None or self._too_many:
            return True
        values = _unique(values[_isfinite(values)])
        values = values[(values != _round(values.real)) | (abs(values) > MAX_WHOLE)]
        arrays = [*self._given, *self._returned]
        if values.size <= MAX_OTHERS or not arrays:
            return bool(values.size <= MAX_OTHERS)
        kind = getattr(leaf, "dtype", _double)
        known = _concatenate(arrays)
        with _errstate(over="ignore"):
            known = _concatenate([known, known.astype(kind).astype(known.dtype)])
        return bool((~_isin(values, known)).sum() <= MAX_OTHERS)


def _read(leaf: object) -> np.ndarray[Any, Any] | None:
    """Return the numbers in a leaf as doubles, or None if it has none or was deleted."""
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
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _find_leaves(arguments: list[Any]) -> Iterator[object]:
    """Yield the arrays and numbers in a call's arguments, except unreadable ones."""
    with contextlib.suppress(UnreadableError):
        for _, value, before in walk(arguments):
            if type(value) is float:
                yield value
            elif before is None:
                yield from leaves_of(value) if is_a(type(value), nnx.Variable) else [value]
