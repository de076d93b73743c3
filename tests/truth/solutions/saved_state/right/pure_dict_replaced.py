"""The arrays go through `replace_by_pure_dict`."""

import jax
import jax.numpy as jnp
from flax import nnx


def to_plain(leaf):
    if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(leaf)
    return leaf.view(jnp.uint16) if leaf.dtype == jnp.bfloat16 else leaf


def to_leaf(plain, leaf):
    if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(plain)
    return plain.view(jnp.bfloat16) if leaf.dtype == jnp.bfloat16 else plain


def switch(run, arrays):
    state = nnx.state(run)
    flat = {path: variable[...] for path, variable in nnx.to_flat_state(state)}
    saved, pure = {}, {}
    for path, leaf in flat.items():
        name = "/".join(map(str, path))
        saved[name] = to_plain(leaf)
        inner = pure
        for entry in path[:-1]:
            inner = inner.setdefault(entry, {})
        inner[path[-1]] = to_leaf(arrays[name], leaf)
    nnx.replace_by_pure_dict(state, pure)
    nnx.update(run, state)
    return saved
