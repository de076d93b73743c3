import functools

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


def flatten(box):
    return (box.vec,), functools.partial(ConfigBox, scale=box.scale)


def unflatten(rebuild, children):
    return rebuild(*children)


jax.tree_util.register_pytree_node(ConfigBox, flatten, unflatten)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
