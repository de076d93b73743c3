"""Splits the state by filters into keys, bfloat16 and the rest, and treats each group with a pair of functions."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def holds_keys(path, variable):
    return jnp.issubdtype(variable[...].dtype, jax.dtypes.prng_key)


def holds_bfloat16(path, variable):
    return variable[...].dtype == jnp.bfloat16


def same(array):
    return array


def to(dtype):
    return functools.partial(jax.lax.bitcast_convert_type, new_dtype=dtype)


ROUTES = (
    (jax.random.key_data, jax.random.wrap_key_data),
    (to(jnp.uint16), to(jnp.bfloat16)),
    (same, same),
)


def switch(run, arrays):
    groups = nnx.state(run, holds_keys, holds_bfloat16, ...)
    found = [
        ("/".join(map(str, path)), variable, route)
        for group, route in zip(groups, ROUTES, strict=True)
        for path, variable in nnx.to_flat_state(group)
    ]
    saved = {name: save(variable[...]) for name, variable, (save, _) in found}
    for name, variable, (_, load) in found:
        variable.set_value(load(arrays[name]))
    return saved
