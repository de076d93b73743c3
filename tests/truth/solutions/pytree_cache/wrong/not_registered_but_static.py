"""Makes the unregistered box a static argument that compares its scale, so old vectors are baked in.
Class: memory
Why: "a class registered as a pytree"; "A new instance with other values must reuse the compiled program".
"""

import functools

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def __eq__(self, other):
        return isinstance(other, ConfigBox) and self.scale == other.scale

    def __hash__(self):
        return hash(self.scale)


@functools.partial(jax.jit, static_argnums=0)
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
