"""Takes the state as nested dicts of arrays, maps over it with paths, and updates the run with the result."""

import jax
import jax.numpy as jnp
from flax import nnx


def join(path):
    return "/".join(str(entry.key) for entry in path)


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    if array.dtype == jnp.bfloat16:
        return array.view(jnp.uint16)
    return array


def unpack(array, like):
    if is_key(like):
        return jax.random.wrap_key_data(array, impl=jax.random.key_impl(like))
    if like.dtype == jnp.bfloat16:
        return array.view(jnp.bfloat16)
    return array


def switch(run, arrays):
    tree = nnx.to_pure_dict(nnx.state(run))
    leaves, _ = jax.tree_util.tree_flatten_with_path(tree)
    saved = {join(path): pack(array) for path, array in leaves}
    fresh = jax.tree_util.tree_map_with_path(lambda path, array: unpack(arrays[join(path)], array), tree)
    nnx.update(run, fresh)
    return saved
