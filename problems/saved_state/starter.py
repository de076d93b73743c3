import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(array):
    if is_key(array):
        return jax.random.key_data(array)
    return array.astype(jnp.uint16) if array.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    before = nnx.to_flat_state(nnx.state(run))
    for path, variable in before:
        # Random keys are not restored, since this raises an error for them.
        # And weights of 16 bits become numbers of many thousands.
        if not is_key(variable[...]):
            variable[...] = arrays["/".join(map(str, path))]
    # This should be what was in the run before.
    return {"/".join(map(str, path)): pack(variable[...]) for path, variable in before}
