"""A state from `nnx.split`, copied leaf by leaf."""

import jax
import jax.numpy as jnp
from flax import nnx

KEY = jax.dtypes.prng_key


def switch(run, arrays):
    _, state = nnx.split(run)
    fresh = jax.tree.map(lambda leaf: leaf, state)
    saved = {}
    for path, variable in fresh.flat_state():
        name, old = "/".join(map(str, path)), variable[...]
        if jnp.issubdtype(old.dtype, KEY):
            saved[name] = jax.random.key_data(old)
            variable[...] = jax.random.wrap_key_data(arrays[name])
        elif old.dtype == jnp.bfloat16:
            saved[name] = old.view(jnp.uint16)
            variable[...] = arrays[name].view(jnp.bfloat16)
        else:
            saved[name] = old
            variable[...] = arrays[name]
    nnx.update(run, fresh)
    return saved
