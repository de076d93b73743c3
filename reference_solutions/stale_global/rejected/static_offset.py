import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=1)
def correct(readings, offset, gain):
    return (readings - jnp.array(offset)) * gain


def calibrate(readings, offset, gain):
    return correct(readings, tuple(offset.tolist()), gain)
