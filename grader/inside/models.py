"""Takes snapshots of NNX models, their graphdefs and variables, and compares them. Runs inside the sandbox.

A model is read (`reading.py`), never flattened, and a snapshot keeps only digests of it.
"""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from flax import nnx

from grader.inside.reading import (
    PLAIN,
    attributes_of,
    bytes_of,
    children_of,
    describe,
    held_by,
    holds_tracer,
    is_a,
    is_array,
    is_ref,
    is_tracer,
    leaves_of,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.inside.reading import Path

MAX_CHANGES = 200
"""The maximum number of changes reported for one call."""
MAX_NAME = 300
TRACED = b"traced"

_blake2b, _signature, _dtype = hashlib.blake2b, inspect.signature, np.dtype
_get_of_class = type.__getattribute__


@dataclass(frozen=True)
class Snapshot:
    """A model at one time: a digest of its graphdef, and for each variable's path its type names and a digest.

    The graphdef is everything except arrays: classes, names, plain values, the identities of functions and objects, and
    which variables are shared.
    """

    graphdef: bytes
    variables: dict[str, tuple[tuple[str, ...], bytes]]

    def is_traced(self) -> bool:
        """Return whether the model holds tracers instead of numbers."""
        return any(digest == TRACED for _, digest in self.variables.values())


def take_snapshot(model: object) -> Snapshot:
    """Return a snapshot of a model; raise `UnreadableError` if it can't be read."""
    graphdef = _blake2b()
    variables: dict[str, tuple[tuple[str, ...], bytes]] = {}
    for path, value, before in walk(model):
        name = _join(path)
        if before is not None:
            text = f"as {before}"
        elif _is_leaf(value):
            variables[name] = types_of(value), _digest(value)
            metadata = attributes_of(value).get("_var_metadata") if is_a(type(value), nnx.Variable) else None
            text = " ".join([type(value).__name__, *(f"{at} {describe(one)}" for at, one, _ in walk(metadata))])
        else:
            text = describe(value)
        graphdef.update(f"{path} {text}\n".encode("utf-8", "backslashreplace"))
    return Snapshot(graphdef.digest(), variables)


def find_variables(model: object) -> dict[str, object]:
    """Return the variables of a model by their paths."""
    return {name: value for name, value in variables_in(model) if is_a(type(value), nnx.Variable)}


def variables_in(model: object) -> Iterator[tuple[str, object]]:
    """Yield the path and value of each variable in a model or its state, and of each array that isn't in a variable."""
    for path, value, before in walk(model):
        if before is None and _is_leaf(value):
            yield _join(path), value


def is_traced(model: object) -> bool:
    """Return whether a parameter of `model` holds a tracer."""
    found = find_variables(model).values()
    return any(holds_tracer(variable) for variable in found if is_a(type(variable), nnx.Param))


def _is_leaf(value: object) -> bool:
    return is_a(type(value), nnx.Variable) or is_array(value) or is_ref(value) or is_tracer(value)


def _join(path: Path) -> str:
    return ".".join(path)[:MAX_NAME]


def _digest(leaf: object) -> bytes:
    """Return a digest of an array or of a variable's arrays; `TRACED` if there are tracers."""
    digest = _blake2b()
    for path, value, _ in walk(held_by(leaf) if is_a(type(leaf), nnx.Variable) else leaf):
        if is_tracer(value):
            return TRACED
        digest.update(f"{path} ".encode("utf-8", "backslashreplace"))
        digest.update(bytes_of(value) if is_array(value) or is_ref(value) else describe(value).encode())
    return digest.digest()


def types_of(variable: object) -> tuple[str, ...]:
    """Return the names of a variable's class and its bases, up to `Variable`; `Array` for anything else."""
    if not is_a(type(variable), nnx.Variable):
        return ("Array",)
    kinds = type(variable).__mro__
    return tuple(kind.__name__[:100] for kind in kinds[: kinds.index(nnx.Variable) + 1][:8])


def list_changes(before: Snapshot, after: Snapshot) -> list[dict[str, object]]:
    """Return each variable that was added, removed, changed, or replaced by one of another type, as JSON."""
    changes: list[dict[str, object]] = []
    for path in dict.fromkeys([*before.variables, *after.variables]):
        was, now = before.variables.get(path), after.variables.get(path)
        if was == now:
            continue
        if was is None or now is None:
            how = "added" if was is None else "removed"
        else:
            how = "changed" if was[0] == now[0] else "replaced"
        types = (was or now or ((), b""))[0]
        changes.append({"path": path, "types": list(types), "how": how})
    return changes


def find_models(value: object) -> Iterator[object]:
    """Yield the NNX objects among a call's arguments: models, optimizers, random streams."""
    if isinstance(value, nnx.Pytree):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from find_models(item)
    elif isinstance(value, dict):
        yield from find_models(list(value.values()))


def list_unusual(module: object, cls: type) -> list[str]:
    """Return a module's settings that differ from the defaults, such as `use_bias=False`; functions are not compared.

    The settings are those parameters of `cls.__init__` that have a default and are kept under the parameter's name.
    """
    held, unusual = attributes_of(module), []
    for name, parameter in _signature(_get_of_class(cls, "__init__")).parameters.items():
        if name not in held or parameter.default is parameter.empty:
            continue
        value, default = _plain(held[name]), _plain(parameter.default)
        if (value is None or type(value) in PLAIN) and value != default:
            unusual.append(f"{name}={value}"[:MAX_NAME])
    return unusual


def _plain(value: object) -> object:
    """Return a setting in the form in which it is compared: dtypes, and classes that stand for one, by name."""
    if type(value) in (bool, int, float, str, type(None)):
        return value
    try:
        return _dtype(value).name  # type: ignore[call-overload]  # or it raises
    except TypeError:
        return str(value) if isinstance(value, Enum) else value


def is_given(models: list[object], arguments: object) -> bool:
    """Return whether `arguments` hold all variables of each of `models`, directly or in another module."""
    found = {id(variable) for module in find_modules(arguments) for variable in find_variables(module).values()}
    return all(id(variable) in found for model in models for variable in find_variables(model).values())


def holds_parts(models: list[object], arguments: object) -> bool:
    """Return whether `arguments` hold arrays of `models`."""
    own = {id(leaf) for model in models for leaf in leaves_of(model)}
    return any(id(leaf) in own for leaf in leaves_of(arguments))


def find_modules(value: object, depth: int = 6) -> Iterator[object]:
    """Yield the modules in a value: itself, or those in lists, tuples and dictionaries."""
    if is_a(type(value), nnx.Module):
        yield value
    elif depth and is_a(type(value), (list, tuple, dict)):
        for _, child in children_of(value):
            yield from find_modules(child, depth - 1)
