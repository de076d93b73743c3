import jax
import jax.numpy as jnp
from flax import nnx


def pack(array):
    if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(array)
    if array.dtype == jnp.bfloat16:
        return array.view(jnp.uint16)
    return array


def unpack(array, like):
    if jnp.issubdtype(like.dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(array, impl=jax.random.key_impl(like))
    if like.dtype == jnp.bfloat16:
        return array.view(jnp.bfloat16)
    return array


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        saved[name] = pack(variable[...])
        variable[...] = unpack(arrays[name], variable[...])
    return saved
