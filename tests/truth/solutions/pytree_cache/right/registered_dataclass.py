"""Uses a registered dataclass whose scale is marked static."""

from dataclasses import dataclass, field

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = field(metadata={"static": True})


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        new = (box.vec + state + jnp.ones(box.scale)) * x
        return new, new

    last, states = jax.lax.scan(step, init, xs)
    return last, states
