"""A jitted function seems to do the work, but its debug callback writes the variables from Python.
Breaks "Host callbacks (jax.pure_callback and its relatives, which call back into Python) are not allowed".
Class: host
"""
import jax
import jax.numpy as jnp
from flax import nnx


def is_key(value):
    return jnp.issubdtype(value.dtype, jax.dtypes.prng_key)


def switch(run, arrays):
    flat = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    held = {name: variable.get_value() for name, variable in flat.items()}

    def write(plain):
        for name, variable in flat.items():
            value, new = held[name], jnp.asarray(plain[name])
            if is_key(value):
                new = jax.random.wrap_key_data(new)
            elif value.dtype == jnp.bfloat16:
                new = new.view(jnp.bfloat16)
            variable.set_value(new)

    @jax.jit
    def exchange(held, arrays):
        jax.debug.callback(write, arrays)
        return {
            name: jax.random.key_data(value)
            if is_key(value)
            else value.view(jnp.uint16)
            if value.dtype == jnp.bfloat16
            else value
            for name, value in held.items()
        }

    saved = exchange(held, dict(arrays))
    jax.effects_barrier()
    return saved
