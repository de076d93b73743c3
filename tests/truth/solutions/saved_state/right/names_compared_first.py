"""Refuses arrays that are not those of the run, and copies all to the host."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    if variables.keys() != arrays.keys():
        raise ValueError(f"other names: {sorted(variables.keys() ^ arrays.keys())}")
    saved = {}
    for name, variable in variables.items():
        old, new = variable[...], np.array(arrays[name])
        if jnp.issubdtype(old.dtype, jax.dtypes.prng_key):
            old = jax.random.key_data(old)
            new = jax.random.wrap_key_data(new)
        elif old.dtype == jnp.bfloat16:
            old = np.array(old).view(np.uint16)
            new = new.view(jnp.bfloat16)
        saved[name] = np.array(old)
        variable.set_value(jnp.asarray(new))
    return saved
