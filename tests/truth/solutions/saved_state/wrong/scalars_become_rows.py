"""Bits come from the array's bytes, which get its shape again, unless this is the empty tuple.

Class: layout
Why: A bfloat16 variable of shape () is saved with the shape (1,), and has this shape itself after the call, because `() or -1` is -1.
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def reread(array, dtype):
    return jnp.asarray(np.frombuffer(np.asarray(array).tobytes(), dtype).reshape(array.shape or -1))


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return reread(array, np.uint16) if array.dtype == jnp.bfloat16 else array


def unpack(stored, array):
    if is_key(array):
        return jax.random.wrap_key_data(stored)
    return reread(stored, jnp.dtype("bfloat16")) if array.dtype == jnp.bfloat16 else stored


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    saved = {name: pack(variable[...]) for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(unpack(arrays[name], variable[...]))
    return saved
