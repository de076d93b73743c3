"""The scale is not kept, but guessed from the length of the vector, and a scale of 1 is lost.
Class: structure
Why: "`jax.tree.unflatten` puts it together with the same `vec` and the same `scale`".
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
        return cls(children[0], children[0].shape[0])


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
