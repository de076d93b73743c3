"""Adds the vector and the ones eagerly; the compiled scan never sees the box.
Class: half_eager
Why: "a compiled scan that uses it": "a new `scale` must be traced anew".
"""

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
        return cls(children[0], aux[0])


@jax.jit
def scan_from(offset, init, xs):
    def step(state, x):
        state = (offset + state) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return scan_from(box.vec + jnp.ones(box.scale), init, xs)
