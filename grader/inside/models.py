"""What an NNX model consists of, and what became of it: its graphdef and its variables. Runs inside the sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CHANGES = 200
"""Most changes that are told of in one call."""
MAX_NAME = 300

_split, _to_flat_state = nnx.split, nnx.to_flat_state
_leaves, _asarray, _key_data = jax.tree.leaves, np.asarray, jax.random.key_data


@dataclass(frozen=True)
class Snapshot:
    """A model at one time: its graphdef, and by each variable's path the names of its types and its bytes."""

    graphdef: object
    variables: dict[str, tuple[tuple[str, ...], bytes]]


def take_snapshot(model: object) -> Snapshot:
    """Return what a model is now."""
    graphdef, state = _split(model)
    return Snapshot(graphdef, {path: (types_of(leaf), bytes_of(leaf)) for path, leaf in variables_in(state)})


def variables_in(state: object) -> Iterator[tuple[str, object]]:
    """Yield path and variable of a model's or its state's parts; what became no variable is an array."""
    if not isinstance(state, nnx.State):
        state = _split(state)[1]
    pairs: Any = _to_flat_state(state)
    for path, leaf in pairs:
        yield ".".join(map(str, path))[:MAX_NAME], leaf


def types_of(variable: object) -> tuple[str, ...]:
    """Return the names of a variable's class and of its bases, up to `Variable`; `Array` for what is none."""
    if not isinstance(variable, nnx.Variable):
        return ("Array",)
    kinds = type(variable).__mro__
    return tuple(kind.__name__[:100] for kind in kinds[: kinds.index(nnx.Variable) + 1][:8])


def bytes_of(variable: object) -> bytes:
    """Return dtypes, shapes and bytes of a variable's arrays. One that was deleted or donated has none."""
    chunks = []
    for leaf in _leaves(variable):
        if isinstance(leaf, jax.Array) and leaf.is_deleted():
            chunks.append(b"deleted")
            continue
        is_key = isinstance(leaf, jax.Array) and jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)
        array = _asarray(_key_data(leaf) if is_key else leaf)
        chunks.append(f"{array.dtype}{array.shape}".encode() + array.tobytes())
    return b"".join(chunks)


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
