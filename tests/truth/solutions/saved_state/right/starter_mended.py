import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return array.view(jnp.uint16) if array.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    flat = nnx.to_flat_state(nnx.state(run))
    before = {"/".join(map(str, path)): pack(variable[...]) for path, variable in flat}
    for path, variable in flat:
        array = arrays["/".join(map(str, path))]
        if is_key(variable[...]):
            array = jax.random.wrap_key_data(array)
        elif variable[...].dtype == jnp.bfloat16:
            array = array.view(jnp.bfloat16)
        variable[...] = array
    return before
