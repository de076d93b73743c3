"""Compiles a method of the box and calls it."""

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    @jax.jit
    def run(self, init, xs):
        ones = jnp.ones(self.scale)

        def step(state, x):
            state = (self.vec + state + ones) * x
            return state, state

        return jax.lax.scan(step, init, xs)


jax.tree_util.register_pytree_node(
    ConfigBox, lambda box: ((box.vec,), (box.scale,)), lambda aux, kids: ConfigBox(*kids, *aux)
)


def run_scan(box, init, xs):
    return box.run(init, xs)
