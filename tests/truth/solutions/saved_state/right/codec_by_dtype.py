"""Chooses a pair of functions by the dtype in the run, and hands out NumPy arrays."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def codec_for(held):
    """Two functions: from the run to a plain array, and back."""
    if jnp.issubdtype(held.dtype, jax.dtypes.prng_key):
        implementation = jax.random.key_impl(held)
        return (
            lambda keys: np.asarray(jax.random.key_data(keys)),
            lambda data: jax.random.wrap_key_data(data, impl=implementation),
        )
    if held.dtype == jnp.bfloat16:
        return (
            lambda half: np.asarray(jax.lax.bitcast_convert_type(half, jnp.uint16)),
            lambda bits: jax.lax.bitcast_convert_type(bits, jnp.bfloat16),
        )
    return np.asarray, jnp.asarray


def switch(run, arrays):
    boxes = {"/".join(map(str, path)): box for path, box in nnx.to_flat_state(nnx.state(run))}
    codecs = {name: codec_for(box[...]) for name, box in boxes.items()}
    saved = {name: codecs[name][0](box[...]) for name, box in boxes.items()}
    for name, box in boxes.items():
        box.set_value(codecs[name][1](arrays[name]))
    return saved
