"""Gives no static number away, and takes the length of the vector as the scale when it is put together.

Class: layout
Why: a box with scale 1 and d = 3 comes back from flatten and unflatten with scale 3, and a call with another scale traces nothing.
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        (vec,) = children
        return cls(vec, getattr(vec, "shape", (1,))[0])


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
