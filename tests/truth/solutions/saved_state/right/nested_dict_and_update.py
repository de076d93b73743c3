"""Packs by `match` on the dtype, and gives `nnx.update` a dict of dicts that was built from the paths."""

import jax
import jax.numpy as jnp
from flax import nnx


def _kind(dtype) -> str:
    if jnp.issubdtype(dtype, jax.dtypes.prng_key):
        return "key"
    return "half" if dtype == jnp.bfloat16 else "plain"


def _pack(value: jax.Array) -> jax.Array:
    match _kind(value.dtype):
        case "key":
            return jax.random.key_data(value)
        case "half":
            return jax.lax.bitcast_convert_type(value, jnp.uint16)
        case _:
            return value


def _unpack(stored: jax.Array, value: jax.Array) -> jax.Array:
    match _kind(value.dtype):
        case "key":
            return jax.random.wrap_key_data(stored, impl=jax.random.key_impl(value))
        case "half":
            return jax.lax.bitcast_convert_type(stored, jnp.bfloat16)
        case _:
            return stored


def switch(run: nnx.Module, arrays: dict[str, jax.Array]) -> dict[str, jax.Array]:
    values = {path: variable[...] for path, variable in nnx.to_flat_state(nnx.state(run))}
    names = {path: "/".join(map(str, path)) for path in values}

    tree: dict = {}
    for path, value in values.items():
        *branches, leaf = path
        place = tree
        for branch in branches:
            place = place.setdefault(branch, {})
        place[leaf] = _unpack(arrays[names[path]], value)

    saved = {names[path]: _pack(value) for path, value in values.items()}
    nnx.update(run, tree)
    return saved
