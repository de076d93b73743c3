"""Keeps the vector as a tuple in the auxiliary data, so other values are traced.
Class: retrace
Why: "A new instance with other values must reuse the compiled program".
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (), (tuple(self.vec.tolist()), self.scale)

    @classmethod
    def tree_unflatten(cls, aux, children):
        vec, scale = aux
        return cls(jnp.array(vec, jnp.float32), scale)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
