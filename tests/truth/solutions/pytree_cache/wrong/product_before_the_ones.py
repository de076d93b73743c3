"""The ones are added after the product, and not before it.
Class: numbers
Why: "state = (box.vec + state + jnp.ones(box.scale)) * x".
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
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state) * x + jnp.ones(box.scale)
        return state, state

    return jax.lax.scan(step, init, xs)
