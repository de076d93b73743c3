"""Adds the vector and the ones eagerly, and passes the box only to be traced when it should.
Class: half_eager
Why: "Each step computes state = (box.vec + state + jnp.ones(box.scale)) * x", in "a compiled scan that uses it".
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
def scan_from(box, offset, init, xs):
    def step(state, x):
        state = (offset + state) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return scan_from(box, box.vec + jnp.ones(box.scale), init, xs)
