"""Sorts the saved names, and hands the arrays to the variables in the order of the state.

Class: layout
Why: with eleven layers or more "layers/10" comes before "layers/2" in the sorted names, while the state has 2 before 10: layers are exchanged.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return array.view(jnp.uint16) if array.dtype == jnp.bfloat16 else array


def unpack(array, like):
    if is_key(like):
        return jax.random.wrap_key_data(array)
    return array.view(jnp.bfloat16) if like.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    flat = list(nnx.to_flat_state(nnx.state(run)))
    saved = {"/".join(map(str, path)): pack(variable[...]) for path, variable in flat}
    for (_, variable), name in zip(flat, sorted(arrays), strict=True):
        variable.set_value(unpack(arrays[name], variable[...]))
    return saved
