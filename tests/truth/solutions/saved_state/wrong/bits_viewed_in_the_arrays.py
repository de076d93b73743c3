"""Turns the bits into bfloat16 in the dict that it was given, before it reads from it.
Breaks "arrays is the same after the call as before".
Class: state
"""
import jax
import jax.numpy as jnp
from flax import nnx


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name, value = "/".join(map(str, path)), variable.get_value()
        saved[name] = value
        if value.dtype == jnp.bfloat16:
            saved[name] = value.view(jnp.uint16)
            arrays[name] = arrays[name].view(jnp.bfloat16)
        if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
            saved[name] = jax.random.key_data(value)
            variable.set_value(jax.random.wrap_key_data(arrays[name]))
        else:
            variable.set_value(arrays[name])
    return saved
