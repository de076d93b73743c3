"""Takes a number 0 in xs for padding, and leaves the state alone there.

Class: numbers
Why: where a number of xs is 0, the state stays what it was, and should become zeros.
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
        return cls(*children, *aux)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        moved = (box.vec + state + jnp.ones(box.scale)) * x
        state = jnp.where(x == 0, state, moved)
        return state, state

    return jax.lax.scan(step, init, xs)
