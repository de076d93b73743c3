import functools

import jax
import jax.numpy as jnp


@jax.jit
def scaled_difference(a, b=0.0, *, factor=1.0):
    return jnp.multiply(jnp.subtract(a, b), factor)


calibrate = lambda readings, offset, gain: functools.partial(scaled_difference, b=offset)(readings, factor=gain)
