"""Writes the step at the top level and binds the box by partial."""

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
        return cls(children[0], aux[0])


def step(box, state, x):
    new_state = (box.vec + state + jnp.ones(box.scale)) * x
    return new_state, new_state


@jax.jit
def run_scan(box, init, xs):
    return jax.lax.scan(functools.partial(step, box), init, xs)
