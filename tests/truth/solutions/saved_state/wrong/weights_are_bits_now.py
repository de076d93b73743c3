"""The weights are of dtype uint16 afterwards.
Class: dtype
Why: "with the same dtype and shape".
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
    return array


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        saved[name] = pack(variable[...])
        variable.set_value(unpack(arrays[name], variable[...]))
    return saved
