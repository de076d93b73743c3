"""Saves NumPy's own arrays, and restores through a flat state."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def to_numpy(array):
    if jax.dtypes.issubdtype(array.dtype, jax.dtypes.prng_key):
        array = jax.random.key_data(array)
    array = np.asarray(array)
    return array.view(np.uint16) if array.dtype == jnp.bfloat16 else array


def from_plain(array, dtype):
    if jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(jnp.asarray(array), impl="threefry2x32")
    if dtype == jnp.bfloat16:
        return jnp.asarray(np.asarray(array).view(jnp.bfloat16))
    return jnp.asarray(array)


def switch(run, arrays):
    flat = {path: variable[...] for path, variable in nnx.to_flat_state(nnx.state(run))}
    names = {path: "/".join(map(str, path)) for path in flat}
    saved = {names[path]: to_numpy(array) for path, array in flat.items()}
    restored = [(path, from_plain(arrays[names[path]], array.dtype)) for path, array in flat.items()]
    nnx.update(run, nnx.from_flat_state(restored))
    return saved
