"""Remembers for each run what was put into it, and returns that the next time without a look at the run.

Class: state
Why: If the same run is trained between two calls, the second call returns what the first put in, and not what the run holds by then; right for fresh runs and for two calls in a row.
"""

import jax
import jax.numpy as jnp
from flax import nnx

INSIDE = {}


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
    if id(run) in INSIDE:
        saved = INSIDE[id(run)][1]
    else:
        saved = {name: pack(variable[...]) for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(unpack(arrays[name], variable[...]))
    INSIDE[id(run)] = run, dict(arrays)  # the run is kept, so that no other gets its id
    return saved
