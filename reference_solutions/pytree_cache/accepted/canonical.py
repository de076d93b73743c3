from dataclasses import dataclass, field

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class ConfigBox:
    vec: jax.Array  # a leaf: traced, free to change its values
    scale: int = field(metadata={"static": True})  # aux data: part of the cache key


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
