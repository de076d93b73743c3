from typing import NamedTuple

import jax
import jax.numpy as jnp


class ConfigBox(NamedTuple):
    vec: jax.Array
    scale: int


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
