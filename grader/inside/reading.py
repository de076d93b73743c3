"""Reads the contents of a submission's objects without calling any of their methods. Runs inside the sandbox.

Theory of operation. A probe looks at objects in the middle of a submission's work, even while JAX is tracing. It must
not flatten, compare or index anything: a class of the submission would notice a call of its method, a tracer or a
mutable array would add an equation to the program, and a cyclic object would overflow the interpreter's stack. So
containers are read from the internal storage of Python and NNX, without recursion, and each object only once.
"""

from __future__ import annotations

import contextlib
import types
from collections import deque
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from flax import nnx
from jax._src import array as jax_array
from jax._src import core as jax_core
from jax._src import tree_util
from jax._src.interpreters import partial_eval
from jax._src.random import prng

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Path = tuple[str, ...]

MAX_VALUES = 20_000
"""The maximum number of values read in one walk."""
PLAIN = (bool, int, float, complex, str, bytes, type(None), np.dtype)
"""Classes whose `repr` is Python's or NumPy's own."""
MAX_STEPS = 1_000_000
"""The maximum total length of the paths of all values in one walk, which bounds the cost of deep nesting."""
MAX_CLASSES = 1000
"""The maximum number of classes whose slots are cached."""
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
LEAVES = (jax_core.Tracer, jax.Array, nnx.Variable, type, types.ModuleType, types.CodeType, *FUNCTIONS)
"""Classes whose attributes aren't part of a value, or are read separately."""
SEQUENCES: tuple[Any, ...] = (list, set, frozenset, deque)
CONTAINERS: tuple[Any, ...] = (dict, tuple, *SEQUENCES)
INTERNAL = ("_pytree__", "_object__")
"""The prefixes of NNX's internal attributes."""
RAW = ("_raw_value", "raw_value")
"""The attributes in which different versions of NNX keep a variable's value."""
DEFAULT_EQ: Any = object.__eq__
NUMPY_DTYPE, NUMPY_SHAPE = (np.ndarray.__dict__[name].__get__ for name in ("dtype", "shape"))

_nodes: Any = tree_util._registry  # noqa: SLF001 - there is no other look-up of one class
_ArrayImpl: Any = jax_array.ArrayImpl
_KeyArray: Any = prng.PRNGKeyArray
_Ref: Any = jax_core.Ref
JAX_ARRAYS = (_ArrayImpl, _KeyArray)
"""The classes of JAX's arrays that have numbers; another subclass of `jax.Array` may do anything when it is read."""
SCALARS = frozenset(np.sctypeDict.values())
"""NumPy's classes of single numbers."""
_get, _get_of_class = object.__getattribute__, type.__getattribute__
_is_deleted = _ArrayImpl.is_deleted
_wait = _ArrayImpl.block_until_ready
_copy = np.array


_slots: dict[int, tuple[type, list[tuple[str, Callable[[object], Any]]]]] = {}


class UnreadableError(Exception):
    """A value can't be read without calling its methods, or is too large."""


def is_a(cls: type, kind: type | tuple[type, ...]) -> bool:
    """Return whether `cls` is or inherits from `kind`, according to its real `__mro__`."""
    found = _get_of_class(cls, "__mro__")
    if type(kind) is tuple:
        return any(one in found for one in kind)
    return kind in found


def is_tracer(value: object) -> bool:
    """Return whether `value` is one of JAX's tracers."""
    return is_a(type(value), jax_core.Tracer)


def is_array(value: object) -> bool:
    """Return whether `value` is a concrete array: of JAX, of PRNG keys, or of NumPy."""
    cls = type(value)
    return cls is _ArrayImpl or cls is _KeyArray or is_a(cls, (np.ndarray, np.generic))


def is_ref(value: object) -> bool:
    """Return whether `value` is a mutable array with memory of its own."""
    return type(value) is _Ref


def equals_by_identity(cls: type) -> bool:
    """Return whether values of `cls` are equal only to themselves."""
    defined = (vars_of_class(base).get("__eq__") for base in _get_of_class(cls, "__mro__"))
    return next(found for found in defined if found is not None) is DEFAULT_EQ


def vars_of_class(cls: type) -> Any:  # noqa: ANN401 - a mapping proxy
    """Return the attributes that a class defines itself."""
    return type.__dict__["__dict__"].__get__(cls)


def attributes_of(value: object) -> dict[str, Any]:
    """Return a value's own attributes, from its dictionary and its slots."""
    found: dict[str, Any] = {}
    for name, read in slots_of(type(value)):
        try:
            found[name] = read(value)
        except AttributeError:
            continue
    try:
        own = _get(value, "__dict__")
    except AttributeError:
        return found
    if type(own) is dict:
        found.update((name, child) for name, child in own.items() if type(name) is str)
    return found


def slots_of(cls: type) -> list[tuple[str, Callable[[object], Any]]]:
    """Return the names of the slots that a class and its bases define in Python, each with its getter."""
    known = _slots.get(id(cls))
    if known is not None and known[0] is cls:
        return known[1]
    found: list[tuple[str, Callable[[object], Any]]] = [
        (name, member.__get__)
        for base in _get_of_class(cls, "__mro__")
        for name, member in vars_of_class(base).items()
        if type(member) is types.MemberDescriptorType and "__slots__" in vars_of_class(base)
    ]
    if len(_slots) >= MAX_CLASSES:
        _slots.clear()
    _slots[id(cls)] = cls, found
    return found


def held_by(variable: object) -> Any:  # noqa: ANN401 - anything
    """Return the value of an `nnx.Variable`: an array, a tracer, a mutable array, or a tree of them."""
    found = attributes_of(variable)
    for name in RAW:
        if name in found:
            return found[name]
    raise UnreadableError(type(variable).__name__)


def children_of(value: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 - anything
    """Return the children of a container or an object with their names; a leaf or a variable has none.

    The names are those in NNX's paths: attributes, keys, indices. Raises `UnreadableError` if there are more children
    than a walk reads.
    """
    cls = type(value)
    if cls in PLAIN or is_array(value) or is_ref(value) or is_a(cls, LEAVES):
        return []
    if is_a(cls, nnx.State):
        return children_of(attributes_of(value).get("_mapping"))
    if any(is_a(cls, kind) and kind.__len__(value) > MAX_VALUES for kind in CONTAINERS):
        raise UnreadableError("too large")
    if is_a(cls, dict):
        return _items_of(value)
    if is_a(cls, tuple):
        names = next((found for base in cls.__mro__ if (found := vars_of_class(base).get("_fields"))), ())
        parts = list(tuple.__iter__(value))
        return list(zip(names if len(names) == len(parts) else map(str, range(len(parts))), parts, strict=True))
    for kind in SEQUENCES:
        if is_a(cls, kind):
            return [(str(index), child) for index, child in enumerate(kind.__iter__(value))]
    found = attributes_of(value).items()
    if is_a(cls, nnx.Pytree):
        return sorted((item for item in found if not item[0].startswith(INTERNAL)), key=lambda item: item[0])
    return list(found)


def _items_of(mapping: dict[Any, Any]) -> list[tuple[str, Any]]:
    """Return the items of a dictionary; if all keys are strings, sort them as JAX does."""
    items = list(dict.items(mapping))
    if all(type(key) is str for key, _ in items):
        items.sort(key=lambda item: item[0])
    return [(key if type(key) is str else repr(key) if type(key) in PLAIN else "…", child) for key, child in items]


def walk(value: object, most: int = MAX_VALUES) -> Iterator[tuple[Path, Any, Path | None]]:
    """Yield each value in `value`, starting with itself: its path, the value, and its earlier path if seen before.

    The children of a value that was seen before are not yielded again. Raises `UnreadableError` if there are more than
    `most` values, or if they are nested too deeply.
    """
    seen: dict[int, Path] = {}
    stack: list[tuple[Path, Any]] = [((), value)]
    steps = 0
    for _ in range(most):
        if not stack:
            return
        path, at = stack.pop()
        children = children_of(at)
        is_node = bool(children) or is_a(type(at), nnx.Variable)
        before = seen.setdefault(id(at), path) if is_node else path
        yield path, at, before if before is not path else None
        if before is path:
            steps += (len(path) + 1) * len(children)
            if steps > MAX_STEPS:
                raise UnreadableError("nested too deeply")
            stack.extend(((*path, name), child) for name, child in reversed(children))
    raise UnreadableError("too large")


def leaves_of(value: object, most: int = MAX_VALUES) -> Iterator[Any]:
    """Yield the arrays, mutable arrays and tracers in `value`, including those of variables."""
    for _, at, before in walk(value, most):
        if before is not None:
            continue
        if is_a(type(at), nnx.Variable):
            yield from leaves_of(held_by(at), most)
        elif is_array(at) or is_ref(at) or is_tracer(at):
            yield at


def describe(value: object) -> str:
    """Return a text that identifies a value other than an array: a plain value's repr, otherwise its class.

    The identity of an object is included if the object is equal only to itself, except for pytree nodes, which are
    rebuilt by unflattening.
    """
    cls = type(value)
    if cls in PLAIN:
        return repr(value)
    is_node = is_a(cls, nnx.Pytree) or cls in _nodes
    return f"{id(cls)} {id(value) if equals_by_identity(cls) and not is_node else ''}"


def under_jaxpr_trace() -> bool:
    """Return whether a jaxpr is being made (by jit, scan, make_jaxpr…), even below vmap or grad."""
    trace = jax_core.trace_ctx.trace
    while trace is not None:
        if isinstance(trace, partial_eval.DynamicJaxprTrace):
            return True
        trace = getattr(trace, "parent_trace", None)
    return False


def holds_tracer(value: object) -> bool:
    """Return whether there is a tracer in `value`."""
    return any(map(is_tracer, leaves_of(value)))


def content_of(ref: object) -> Any:  # noqa: ANN401 - an array or a tracer
    """Return the current array in a mutable array, without a read operation that JAX would trace."""
    try:
        return _get(_get(ref, "_refs"), "_buf")
    except AttributeError as error:
        raise UnreadableError(type(ref).__name__) from error


def describe_all(value: object) -> str:
    """Return a text that identifies a value and its contents; indistinguishable values have equal texts."""
    return "\n".join(f"{path} {before or describe(part)}" for path, part, before in walk(value))


def bytes_of(array: Any) -> bytes:  # noqa: ANN401 - an array
    """Return the dtype, shape and bytes of an array or mutable array; `deleted` if it was deleted or donated."""
    if is_ref(array):
        array = content_of(array)
    kind = type(array)
    name = ""
    if kind is _KeyArray:
        name, array = str(array.dtype), _get(array, "_base_array")
    if is_tracer(array) or (type(array) is not _ArrayImpl and not is_a(type(array), (np.ndarray, np.generic))):
        raise UnreadableError(kind.__name__)
    if type(array) is _ArrayImpl and _is_deleted(array):
        return b"deleted"
    values = _copy(array)
    if values.dtype.hasobject:
        raise UnreadableError("an array of objects")
    return f"{name}{values.dtype}{values.shape}".encode() + values.tobytes()


def wait_for(value: object) -> None:
    """Wait until the arrays in `value` are computed; raise the errors of their computation."""
    with contextlib.suppress(UnreadableError):
        for leaf in leaves_of(value):
            if type(leaf) is _ArrayImpl:
                _wait(leaf)
