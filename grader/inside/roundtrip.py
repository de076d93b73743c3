"""Tests whether an instance of a submission's class survives flattening and unflattening as a pytree.

Runs inside the sandbox. The result is evidence, which is judged outside.
"""

from __future__ import annotations

import contextlib
import operator
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from grader.inside.wire import UnsendableError, to_argument, to_value
from grader.protocol import KEY, Array, Make, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.inside.wire import ResultWriter

MAX_ERROR = 100
"""The maximum number of characters of an error that is reported."""

_flatten, _unflatten, _structure = jax.tree.flatten, jax.tree.unflatten, jax.tree.structure
_asarray, _array_equal = np.asarray, np.array_equal
_issubdtype = jnp.issubdtype


def round_trip(
    wanted: Value, instance: object, bodies: Mapping[str, Any], results: ResultWriter
) -> dict[str, object] | None:
    """Flatten and unflatten `instance`, of a class that the submission defines, and report its fields afterwards.

    `kept` names the fields that have the same value as before. `wanted` is the value that the instance was made from;
    if it isn't a `Make`, there is nothing to report.
    """
    if not isinstance(wanted, Make):
        return None
    try:
        missing = [name for name in wanted.fields if not hasattr(instance, name)]
        if missing:
            return failed_round_trip(f"it has no attribute {missing[0]!r}")
        before = {name: _tell(name, instance) for name in wanted.fields}
        leaves, treedef = _flatten(instance)
        if len(leaves) == 1 and leaves[0] is instance:
            return failed_round_trip("it is not registered as a pytree")
        again = _unflatten(treedef, leaves)
        if type(again) is not type(instance):
            return failed_round_trip(f"it came back as {type(again).__name__}"[:100])
        hidden = find_hidden(wanted, instance, _unflatten(treedef, [_change(leaf) for leaf in leaves]))
        if hidden is not None:
            return failed_round_trip(f"JAX does not find the array {hidden!r} in it, which must be a child")
        twin = to_argument(wanted, {wanted.name: type(instance)}, bodies)
        same = bool(operator.eq(_structure(twin), treedef))
        fields = {name: results.write(as_plain(getattr(again, name, None)), f"its {name!r}") for name in wanted.fields}
        kept = [name for name, told in before.items() if told is not None and told == _tell(name, again)]
    except UnsendableError as error:
        return failed_round_trip(str(error)[:MAX_ERROR])
    except Exception as error:  # noqa: BLE001 - the submission's own code runs here
        return failed_round_trip(f"{type(error).__name__} was raised"[:100])
    return {"error": None, "fields": fields, "same_structure": same, "kept": kept}


def _tell(name: str, instance: object) -> str | None:
    """Return the value of an instance's field as text; None if it is of a type that can't be sent."""
    with contextlib.suppress(UnsendableError):
        return repr(to_value(as_plain(getattr(instance, name, None)), f"its {name!r}"))
    return None


def find_hidden(wanted: Make, instance: object, changed: object) -> str | None:
    """Return the name of an array that is the same in `changed`, which was made of other leaves; None without one."""
    for name, value in wanted.fields.items():
        if not isinstance(value, Array) or value.dtype == KEY or 0 in value.shape:
            continue
        if _array_equal(getattr(instance, name), getattr(changed, name)):
            return name[:100]
    return None


def _change(leaf: object) -> object:
    """Return a leaf with each of its numbers changed; as it is, if it isn't an array of numbers."""
    if not hasattr(leaf, "dtype") or _issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return leaf
    numbers = _asarray(leaf)
    return (numbers == 0).astype(numbers.dtype)


def failed_round_trip(error: str) -> dict[str, object]:
    """Return the evidence for an instance that can't be flattened and unflattened."""
    return {"error": error, "fields": {}, "same_structure": None}


def as_plain(value: object) -> object:
    """Convert an instance of the submission's own dict class (a hashable one, say) to a plain dict."""
    return dict(dict.items(value)) if isinstance(value, dict) else value
