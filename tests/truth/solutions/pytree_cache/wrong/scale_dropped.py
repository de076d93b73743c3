"""Flatten gives the vector only, and unflatten puts a scale of 1 in.
Class: structure
Why: "`jax.tree.unflatten` puts it together with the same `vec` and the same `scale`".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale=1):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
