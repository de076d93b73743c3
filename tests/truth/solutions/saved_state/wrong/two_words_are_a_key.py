"""Decides by the stored array whether it is key data: uint32 with two numbers in the last axis.

Class: dtype
Why: an ordinary uint32 variable of shape (2,) gets a random key of shape () in place of its numbers.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def pack(array):
    if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(array)
    return array.view(jnp.uint16) if array.dtype == jnp.bfloat16 else array


def unpack(array, like):
    if array.dtype == jnp.uint32 and array.shape[-1:] == (2,):
        return jax.random.wrap_key_data(array)
    return array.view(jnp.bfloat16) if like.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        saved[name] = pack(variable[...])
        variable.set_value(unpack(arrays[name], variable[...]))
    return saved
