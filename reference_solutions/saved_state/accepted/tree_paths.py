"""Pure dicts, flattened by JAX, whose paths become texts by `keystr`."""

import jax
import jax.numpy as jnp
from flax import nnx


def plain(leaf):
    if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(leaf)
    if leaf.dtype == jnp.bfloat16:
        return jax.lax.bitcast_convert_type(leaf, jnp.uint16)
    return leaf


def meant(stored, leaf):
    if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(stored, impl=jax.random.key_impl(leaf))
    return jax.lax.bitcast_convert_type(stored, jnp.bfloat16) if leaf.dtype == jnp.bfloat16 else stored


def switch(run, arrays):
    found, structure = jax.tree_util.tree_flatten_with_path(nnx.to_pure_dict(nnx.state(run)))
    leaves = {jax.tree_util.keystr(path, simple=True, separator="/"): leaf for path, leaf in found}
    restored = [meant(arrays[name], leaf) for name, leaf in leaves.items()]
    nnx.update(run, jax.tree.unflatten(structure, restored))
    return {name: plain(leaf) for name, leaf in leaves.items()}
