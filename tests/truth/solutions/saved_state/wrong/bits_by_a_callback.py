"""Python on the host makes the bits.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def view_bits(array):
    return np.asarray(array).view(np.uint16)


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return (
        jax.pure_callback(view_bits, jax.ShapeDtypeStruct(array.shape, jnp.uint16), array)
        if array.dtype == jnp.bfloat16
        else array
    )


def unpack(array, like):
    if is_key(like):
        return jax.random.wrap_key_data(array)
    return array.view(jnp.bfloat16) if like.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        saved[name] = pack(variable[...])
        variable[...] = unpack(arrays[name], variable[...])
    return saved
