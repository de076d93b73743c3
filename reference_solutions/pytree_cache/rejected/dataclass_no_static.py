from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class ConfigBox:
    vec: jax.Array
    scale: int


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        # jnp.ones(box.scale) raised an error, and this adds ones as well
        state = (box.vec + state + jnp.ones_like(box.vec)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
