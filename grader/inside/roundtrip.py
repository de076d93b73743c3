"""Tests whether an instance of a submission's class survives flattening and unflattening as a pytree.

Runs inside the sandbox. The result is evidence, which is judged outside.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import jax

from grader.inside.wire import to_argument
from grader.protocol import Make, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.inside.wire import ResultWriter

_flatten, _unflatten, _structure = jax.tree.flatten, jax.tree.unflatten, jax.tree.structure


def round_trip(
    wanted: Value, instance: object, bodies: Mapping[str, Any], results: ResultWriter
) -> dict[str, object] | None:
    """Flatten and unflatten `instance`, of a class that the submission defines, and report its fields afterwards.

    `wanted` is the value that the instance was made from; if it isn't a `Make`, there is nothing to report.
    """
    if not isinstance(wanted, Make):
        return None
    try:
        missing = [name for name in wanted.fields if not hasattr(instance, name)]
        if missing:
            return failed_round_trip(f"it has no attribute {missing[0]!r}")
        leaves, treedef = _flatten(instance)
        if len(leaves) == 1 and leaves[0] is instance:
            return failed_round_trip("it is not registered as a pytree")
        again = _unflatten(treedef, leaves)
        if type(again) is not type(instance):
            return failed_round_trip(f"it came back as {type(again).__name__}"[:100])
        twin = to_argument(wanted, {wanted.name: type(instance)}, bodies)
        same = bool(operator.eq(_structure(twin), treedef))
        fields = {name: results.write(as_plain(getattr(again, name, None))) for name in wanted.fields}
    except Exception as error:  # noqa: BLE001 - the submission's own code runs here
        return failed_round_trip(f"{type(error).__name__} was raised"[:100])
    return {"error": None, "fields": fields, "same_structure": same}


def failed_round_trip(error: str) -> dict[str, object]:
    """Return the evidence for an instance that can't be flattened and unflattened."""
    return {"error": error, "fields": {}, "same_structure": None}


def as_plain(value: object) -> object:
    """Convert an instance of the submission's own dict class (a hashable one, say) to a plain dict."""
    return dict(dict.items(value)) if isinstance(value, dict) else value
