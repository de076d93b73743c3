"""States are limited to a hundred.
Class: numbers
Why: "state = (box.vec + state + jnp.ones(box.scale)) * x"
"""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale

    def tree_flatten(self):
        return (self.vec,), self.scale

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        new = jnp.clip((box.vec + state + jnp.ones(box.scale)) * x, -50, 50)
        return new, new

    return jax.lax.scan(step, init, xs)
