"""Makes a jitted function for each scale, and keeps the latest one.

Class: retrace
Why: after scale d, then 1, a box equal to the first is traced once more, where the table has 0 traces.
"""

import functools

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), self.scale

    @classmethod
    def tree_unflatten(cls, scale, children):
        return cls(*children, scale)


@functools.lru_cache(maxsize=1)
def make_run(scale):
    @jax.jit
    def run(box, init, xs):
        def step(state, x):
            state = (box.vec + state + jnp.ones(scale)) * x
            return state, state

        return jax.lax.scan(step, init, xs)

    return run


def run_scan(box, init, xs):
    return make_run(box.scale)(box, init, xs)
