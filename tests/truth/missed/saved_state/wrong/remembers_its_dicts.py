"""Remembers the dicts that it returned, and puts back what it kept instead of reading their arrays.

Class: state
Why: breaks "puts what `arrays` holds into `run`": a change that the caller makes in a returned dict is ignored when it comes back.
"""

import jax
import jax.numpy as jnp
from flax import nnx

KEPT = {}


def to_plain(value):
    if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(value)
    return value.view(jnp.uint16) if value.dtype == jnp.bfloat16 else value


def from_plain(like, array):
    if jnp.issubdtype(like.dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(array)
    return array.view(jnp.bfloat16) if like.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    flat = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    values = {name: variable[...] for name, variable in flat.items()}
    known, typed = KEPT.get(id(arrays), (None, None))
    if known is not arrays:
        typed = {name: from_plain(values[name], arrays[name]) for name in flat}
    for name, variable in flat.items():
        variable.set_value(typed[name])
    saved = {name: to_plain(value) for name, value in values.items()}
    KEPT[id(saved)] = (saved, values)
    return saved
