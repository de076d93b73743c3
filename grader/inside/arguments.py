"""Describes a traced function's arguments, from which JAX makes the key of its tracing cache.

Runs inside the sandbox, on a learner's objects. It reads attributes and never calls the objects' methods, so describing
them has no side effects. It keeps only text, so no tracer outlives its trace.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
from flax import nnx

from grader.inside.reading import (
    NUMPY_DTYPE,
    NUMPY_SHAPE,
    PLAIN,
    attributes_of,
    equals_by_identity,
    held_by,
    is_a,
    is_array,
    is_ref,
    is_tracer,
)

if TYPE_CHECKING:
    import types

MAX_LEAVES = 40
MAX_TEXT = 80
MAX_DEPTH = 4
MAX_ITEMS, MAX_VALUE = 20, 200


def describe_arguments(frame: types.FrameType) -> list[dict[str, str]]:
    """Return the leaves of a function's arguments as `path`, `kind` and `text`; `frame` is the function's frame.

    The kinds are `traced` (text: dtype, shape, weak type), `array` (a concrete array), `value` (a plain value; text:
    its repr), `identity` (an object equal only to itself; text: its class), `object` (any other object; text: its
    class) and `node` (a container; text: its class).
    """
    code, values = frame.f_code, frame.f_locals
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    leaves: list[dict[str, str]] = []
    for position, name in enumerate(code.co_varnames[:count]):
        if name in values:
            to_come = count - position - 1  # a large module leaves room for each later argument
            _describe(name, values[name], leaves, MAX_DEPTH, max(MAX_LEAVES - to_come, 1))
    return leaves


def write_value(value: Any, depth: int = 3) -> str:  # noqa: ANN401 - anything
    """Return a value as short text, without calling any code that a submission defines.

    `<Name object>` stands for an object that is equal only to itself.
    """
    cls = type(value)
    if cls in PLAIN:
        text = repr(value)
    elif cls is tuple or cls is list:
        items = ", ".join(write_value(item, depth - 1) for item in value[:MAX_ITEMS]) if depth else "…"
        text = f"[{items}]" if cls is list else f"({items}{',' if len(value) == 1 else ''})"
    elif cls is dict:
        pairs = list(value.items())[:MAX_ITEMS] if depth else []
        text = f"{{{', '.join(f'{write_value(key, 0)}: {write_value(item, depth - 1)}' for key, item in pairs)}}}"
    elif cls.__module__.startswith("jax.") and cls.__name__ == "Static":  # jax 0.10's wrapper of a static argument
        text = f"Static(val={write_value(value.val, depth)})"
    elif equals_by_identity(cls):
        text = f"<{cls.__name__} object>"
    else:
        fields = _attributes(value)[:MAX_ITEMS] if depth else []
        text = f"{cls.__name__}({', '.join(f'{name[1:]}={write_value(item, depth - 1)}' for name, item in fields)})"
    return text if len(text) <= MAX_VALUE else text[:MAX_VALUE] + "…"


def _describe(
    path: str,
    value: Any,  # noqa: ANN401 - anything
    leaves: list[dict[str, str]],
    depth: int,
    most: int,
) -> None:
    if len(leaves) >= most:
        return
    kind, text, children = _look_at(value)
    leaf = {"path": path[:MAX_TEXT], "kind": kind, "text": text[:MAX_TEXT]}
    leaves.append(leaf)
    if depth == 0:
        return
    below = len(leaves)
    for step, child in children:
        _describe(path + step, child, leaves, depth - 1, most)
    if kind == "identity" and any(child["kind"] == "traced" for child in leaves[below:]):
        leaf["kind"] = "node"  # it was flattened and unflattened around tracers


def _look_at(value: Any) -> tuple[str, str, list[tuple[str, Any]]]:  # noqa: ANN401 - anything
    """Return the kind, the text and the children of a value, each child with its step of the path."""
    cls = type(value)
    if is_tracer(value):
        return "traced", _write_type(value.aval), []
    if is_ref(value) or is_array(value):
        own = is_a(cls, np.ndarray)
        dtype, shape = (NUMPY_DTYPE(value), NUMPY_SHAPE(value)) if own else (value.dtype, value.shape)
        return "array", f"{dtype}{list(shape)}".replace(" ", ""), []
    if cls in PLAIN:
        return "value", repr(value), []
    if cls is dict:
        named = [(f"[{key!r}]" if type(key) in PLAIN else "[…]", child) for key, child in value.items()]
        return "node", "dict", named
    if cls in (tuple, list):
        return "node", cls.__name__, [(f"[{index}]", child) for index, child in enumerate(value)]
    if is_a(cls, tuple):
        return "node", cls.__name__, [(f"[{index}]", child) for index, child in enumerate(tuple.__iter__(value))]
    if is_a(cls, (type, nnx.GraphDef)):
        return "object", cls.__name__, []
    if is_a(cls, nnx.Variable):
        return "node", cls.__name__, [("", held_by(value))]
    return "identity" if equals_by_identity(cls) else "object", cls.__name__, _attributes(value)


def _attributes(value: object) -> list[tuple[str, Any]]:
    return [(f".{name}", child) for name, child in attributes_of(value).items() if not name.startswith("_")]


def _write_type(aval: Any) -> str:  # noqa: ANN401 - JAX's own type
    weak = " weak" if getattr(aval, "weak_type", False) else ""
    shape = ",".join(map(str, getattr(aval, "shape", ())))
    return f"{getattr(aval, 'dtype', type(aval).__name__)}[{shape}]{weak}"
