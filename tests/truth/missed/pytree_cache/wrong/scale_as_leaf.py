"""The scale is a leaf, and the ones are made outside, so that their shape gives the traces of the table.

Class: structure
Why: breaks "So it must be static": `jax.tree.leaves(box)` has two leaves, and no jitted function can use `box.scale` as a shape.
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec, self.scale), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.jit
def scan_with(box, ones, init, xs):
    def step(state, x):
        state = (box.vec + state + ones) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return scan_with(box, jnp.ones(box.scale), init, xs)
