from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass
class ConfigBox:
    vec: jax.Array
    scale: int


jax.tree_util.register_dataclass(ConfigBox, data_fields=[], meta_fields=["vec", "scale"])


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
