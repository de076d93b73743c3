"""Remembers for each name what it has to do, from the first run that has a variable of that name.

Class: memory
Why: when a later run of another structure has another dtype under a known name (a float32 kernel where a bfloat16 one was), it is packed and unpacked by the old plan.
"""

import jax
import jax.numpy as jnp
from flax import nnx

plan = {}


def same(array):
    return array


def choose(array):
    if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
        return jax.random.key_data, jax.random.wrap_key_data
    if array.dtype == jnp.bfloat16:
        return (lambda half: half.view(jnp.uint16)), (lambda bits: bits.view(jnp.bfloat16))
    return same, same


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        if name not in plan:
            plan[name] = choose(variable[...])
        pack, unpack = plan[name]
        saved[name] = pack(variable[...])
        variable.set_value(unpack(arrays[name]))
    return saved
