"""Saving and restoring as two passes."""

import jax
import jax.numpy as jnp
from flax import nnx


def names_and_variables(run):
    return [("/".join(str(part) for part in path), variable) for path, variable in nnx.to_flat_state(nnx.state(run))]


def switch(run, arrays):
    def is_key(variable):
        return jax.dtypes.issubdtype(variable[...].dtype, jax.dtypes.prng_key)

    def is_half(variable):
        return variable[...].dtype == jnp.bfloat16

    def freeze(variable):
        if is_key(variable):
            return jax.random.key_data(variable[...])
        if is_half(variable):
            return jax.lax.bitcast_convert_type(variable[...], "uint16")
        return variable[...]

    def thaw(variable, stored):
        if is_key(variable):
            return jax.random.wrap_key_data(stored)
        if is_half(variable):
            return jax.lax.bitcast_convert_type(stored, "bfloat16")
        return stored

    found = names_and_variables(run)
    result = {name: freeze(variable) for name, variable in found}
    for name, variable in found:
        variable.set_value(thaw(variable, arrays[name]))
    return result
