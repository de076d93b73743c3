"""The settings are made hashable and static, so each new pair of settings compiles.
Class: retrace
Why: "every call uses its own settings and none of them compiles again".
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="settings")
def correct(readings, settings):
    offset, gain = settings
    return (readings - jnp.array(offset, jnp.float32)) * gain


def calibrate(readings, offset, gain):
    return correct(readings, settings=(tuple(offset.tolist()), gain))
