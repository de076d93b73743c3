"""Style: a generator that exchanges one variable at a time and yields what was in it; early returns for the kinds."""
import jax
import jax.numpy as jnp
from flax import nnx


def out(value):
    if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(value)
    if value.dtype == jnp.bfloat16:
        return value.view(jnp.uint16)
    return value


def back(plain, value):
    if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(plain)
    if value.dtype == jnp.bfloat16:
        return plain.view(jnp.bfloat16)
    return plain


def exchanges(run, arrays):
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(f"{entry}" for entry in path)
        value = variable.get_value()
        variable.set_value(back(arrays[name], value))
        yield name, out(value)


def switch(run, arrays):
    return dict(exchanges(run, arrays))
