"""Leaves the class unregistered, so jit can't take it.
Class: structure
Why: "`ConfigBox(vec, scale)`, a class registered as a pytree".
"""

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
