"""Hands the scale to an inner jitted function as a static argument."""

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


@functools.partial(jax.jit, static_argnames="scale")
def scan_steps(vec, init, xs, *, scale):
    def step(state, x):
        state = (vec + state + jnp.ones(scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return scan_steps(box.vec, init, xs, scale=box.scale)
