"""Makes the whole box static; two boxes are equal if their scales and shapes are.

Class: state
Why: a box with other numbers in `vec` finds the program of the first box, which has the old `vec` as a constant.
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
        return (self.vec,), (self.scale,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)

    def key(self):
        return self.vec.shape, self.scale

    def __eq__(self, other):
        return isinstance(other, ConfigBox) and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())


@functools.partial(jax.jit, static_argnums=0)
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
