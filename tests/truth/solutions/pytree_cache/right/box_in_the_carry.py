"""Carries the box through the scan beside the state."""

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
    def step(carry, x):
        box, state = carry
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return (box, state), state

    (_, last), states = jax.lax.scan(step, (box, init), xs)
    return last, states
