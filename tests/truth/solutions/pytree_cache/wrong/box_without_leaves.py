"""Registers the class as a node without children that has the whole box as its aux data.

Class: decoy
Why: "JAX really takes a box apart": jax.tree.leaves(box) is empty, and unflatten hands out the very box that was put in, so that a jitted function that gets the box bakes its `vec` in and traces for each new box.
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
        return (), self

    @classmethod
    def tree_unflatten(cls, aux, children):
        return aux


@functools.partial(jax.jit, static_argnums=1)
def run(vec, scale, init, xs):
    def step(state, x):
        state = (vec + state + jnp.ones(scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return run(box.vec, box.scale, init, xs)
