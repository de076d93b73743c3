import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return array.astype(jnp.float32) if array.dtype == jnp.bfloat16 else array


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
