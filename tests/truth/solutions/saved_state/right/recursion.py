"""Walks the nested dict by itself, and rebuilds it."""

import jax
import jax.numpy as jnp
from flax import nnx


def walk(tree, prefix, arrays, saved):
    if isinstance(tree, dict):
        return {entry: walk(child, f"{prefix}/{entry}", arrays, saved) for entry, child in tree.items()}
    name = prefix[1:]
    if jnp.issubdtype(tree.dtype, jax.dtypes.prng_key):
        saved[name] = jax.random.key_data(tree)
        return jax.random.wrap_key_data(arrays[name], impl=jax.random.key_impl(tree))
    if tree.dtype == jnp.bfloat16:
        saved[name] = tree.view(jnp.uint16)
        return arrays[name].view(jnp.bfloat16)
    saved[name] = tree
    return arrays[name]


def switch(run, arrays):
    saved = {}
    restored = walk(nnx.to_pure_dict(nnx.state(run)), "", arrays, saved)
    nnx.update(run, restored)
    return saved
