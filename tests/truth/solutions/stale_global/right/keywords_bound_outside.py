"""Binds the settings by keyword with a partial around the jitted function, not inside of it."""

from functools import partial

import jax
import jax.numpy as jnp

STEPS = (lambda x, offset, gain: jnp.subtract(x, offset), lambda x, offset, gain: jnp.multiply(x, gain))


@jax.jit
def correct(readings, *, offset, gain):
    for step in STEPS:  # two constants of the program: which operations, not with what
        readings = step(readings, offset, gain)
    return readings


def calibrate(readings, offset, gain):
    bound = partial(correct, offset=offset, gain=jnp.asarray(gain, jnp.float32))
    return bound(readings)
