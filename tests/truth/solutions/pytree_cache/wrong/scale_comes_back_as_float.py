"""Keeps its static numbers as floats, as other settings are floats too, and makes an int of it only where it is used.

Class: dtype
Why: after a round trip `box.scale` is 2.0, which compares equal to 2 but isn't the Python int that was put in, so `jnp.ones(box.scale)` raises an error.
"""

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


jax.tree_util.register_pytree_node(
    ConfigBox,
    lambda box: ((box.vec,), (float(box.scale),)),
    lambda aux, children: ConfigBox(children[0], aux[0]),
)


@jax.jit
def run_scan(box, init, xs):
    ones = jnp.ones(int(box.scale))

    def step(state, x):
        state = (box.vec + state + ones) * x
        return state, state

    return jax.lax.scan(step, init, xs)
