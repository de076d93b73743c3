"""Stores all floats of two bytes as their bits.

Class: dtype
Why: a float16 variable is stored as uint16 bits, where the table says "as it is"; and what was stored as float16 is viewed as it is, so only the result's dtype is wrong.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def is_half(array):
    return jnp.issubdtype(array.dtype, jnp.floating) and array.dtype.itemsize == 2


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return array.view(jnp.uint16) if is_half(array) else array


def unpack(array, like):
    if is_key(like):
        return jax.random.wrap_key_data(array)
    return array.view(like.dtype) if is_half(like) else array


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        saved[name] = pack(variable[...])
        variable.set_value(unpack(arrays[name], variable[...]))
    return saved
