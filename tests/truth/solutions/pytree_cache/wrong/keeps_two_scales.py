"""Keeps a jitted function for each scale, but only for the two scales used last.

Class: retrace
Why: After boxes with the scales d, 1 and another d, a box equal to the first is traced again: 1 trace, where the table demands 0.
"""

import functools

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


jax.tree_util.register_pytree_node(
    ConfigBox,
    lambda box: ((box.vec,), box.scale),
    lambda scale, children: ConfigBox(children[0], scale),
)


@functools.lru_cache(maxsize=2)
def compiled_for(scale):
    @jax.jit
    def run(vec, init, xs):
        def step(state, x):
            state = (vec + state + jnp.ones(scale)) * x
            return state, state

        return jax.lax.scan(step, init, xs)

    return run


def run_scan(box, init, xs):
    return compiled_for(box.scale)(box.vec, init, xs)
