"""Keeps the scale in an object that is equal to any other, so a new scale finds the old program.
Class: key
Why: "a new `scale` must be traced anew".
"""

import jax
import jax.numpy as jnp


class Settings:
    def __init__(self, scale):
        self.scale = scale

    def __eq__(self, other):
        return isinstance(other, Settings)

    def __hash__(self):
        return 0


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), Settings(self.scale)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux.scale)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
