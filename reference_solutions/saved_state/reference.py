"""The truth of `saved_state`: each variable's array is made plain, and replaced by the given one."""

import jax
import jax.numpy as jnp
from flax import nnx


def switch(run, arrays):
    """Return the contents of a run as plain arrays, and give it those of another run."""
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name, array = "/".join(str(entry) for entry in path), variable[...]
        if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
            saved[name] = jax.random.key_data(array)
            restored = jax.random.wrap_key_data(arrays[name], impl=jax.random.key_impl(array))
        elif array.dtype == jnp.bfloat16:
            saved[name] = jax.lax.bitcast_convert_type(array, jnp.uint16)
            restored = jax.lax.bitcast_convert_type(arrays[name], jnp.bfloat16)
        else:
            saved[name], restored = array, arrays[name]
        variable.set_value(restored)
    return saved
