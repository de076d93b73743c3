"""Takes each array out of the dict that it was given, to see in the end whether one is left over.

Class: state
Why: "arrays is the same after the call as before": the dict is empty afterwards, so `switch(run, b)` can't be repeated with the same b.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return jax.lax.bitcast_convert_type(array, jnp.uint16) if array.dtype == jnp.bfloat16 else array


def unpack(stored, array):
    if is_key(array):
        return jax.random.wrap_key_data(stored)
    return jax.lax.bitcast_convert_type(stored, jnp.bfloat16) if array.dtype == jnp.bfloat16 else stored


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    saved = {name: pack(variable[...]) for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(unpack(arrays.pop(name), variable[...]))
    if arrays:
        raise ValueError(f"nobody wants {sorted(arrays)}")
    return saved
