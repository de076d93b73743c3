"""A table of pairs of functions, by dtype."""

import jax
import jax.numpy as jnp
from flax import nnx

AS_IT_IS = (lambda array: array, lambda array: array)
BITS = (lambda array: array.view("uint16"), lambda array: array.view("bfloat16"))
KEYS = (jax.random.key_data, jax.random.wrap_key_data)


def codec(variable):
    dtype = variable[...].dtype
    if jnp.issubdtype(dtype, jax.dtypes.prng_key):
        return KEYS
    return {jnp.dtype("bfloat16"): BITS}.get(dtype, AS_IT_IS)


def switch(run, arrays):
    flat = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    saved = {name: codec(variable)[0](variable[...]) for name, variable in flat.items()}
    for name, variable in flat.items():
        variable[...] = codec(variable)[1](arrays[name])
    return saved
