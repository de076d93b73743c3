"""Scans the rows of a unit matrix, and each picks its number out of xs by a product.

Class: memory
Why: with T greater than 2 d the unit matrix has T * T elements, and "no array in it has more than 2 T d elements".
"""

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
    def step(state, row):
        x = jnp.sum(row * xs)
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, jnp.eye(xs.shape[0], dtype=xs.dtype))
