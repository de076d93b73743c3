"""Wraps the scale in a static node that is a child of the box."""

import jax
import jax.numpy as jnp


@jax.tree_util.register_static
class Number(int):
    pass


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self._scale = Number(scale)

    @property
    def scale(self):
        return int(self._scale)

    def tree_flatten(self):
        return (self.vec, self._scale), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        box = object.__new__(cls)
        box.vec, box._scale = children
        return box


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
