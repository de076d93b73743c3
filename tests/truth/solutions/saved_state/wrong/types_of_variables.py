"""Keys are told by the class of their variable.

Class: key
Why: a random key in a variable that isn't an nnx.RngKey is saved as a key, and gets plain numbers.
"""

import jax.numpy as jnp
from flax import nnx
from jax.random import key_data, wrap_key_data


def switch(run, arrays):
    flat = nnx.to_flat_state(nnx.state(run))
    names = ["/".join(map(str, path)) for path, _ in flat]
    variables = [variable for _, variable in flat]
    saved = []
    for name, variable in zip(names, variables, strict=True):
        array = variable[...]
        if isinstance(variable, nnx.RngKey):
            saved.append(key_data(array))
            variable[...] = wrap_key_data(arrays[name])
        elif array.dtype == jnp.dtype("bfloat16"):
            saved.append(array.view("uint16"))
            variable[...] = arrays[name].view("bfloat16")
        else:
            saved.append(array)
            variable[...] = arrays[name]
    return dict(zip(names, saved, strict=True))
