"""Adds zero to each number, so that what is saved is a copy and no view of the run.

Class: numbers
Why: -0.0 + 0.0 is 0.0, so a negative zero of the run (float32, float16) is saved as a positive one, whose bits differ.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    if array.dtype == jnp.bfloat16:
        return jax.lax.bitcast_convert_type(array, jnp.uint16)
    return array + jnp.zeros_like(array) if array.dtype != bool else array


def unpack(stored, array):
    if is_key(array):
        return jax.random.wrap_key_data(stored)
    if array.dtype == jnp.bfloat16:
        return jax.lax.bitcast_convert_type(stored, jnp.bfloat16)
    return stored


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    saved = {name: pack(variable[...]) for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(unpack(arrays[name], variable[...]))
    return saved
