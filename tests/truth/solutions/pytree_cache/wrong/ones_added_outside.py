"""Adds the ones to the vector before the compiled scan, as they are the same in each step.

Class: half_eager
Why: breaches "All of the arithmetic runs in the compiled function"; also a new scale gives the same shapes, so nothing is traced for it.
"""

import dataclasses

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = dataclasses.field(metadata={"static": True})


@jax.jit
def scan_from(offset, init, xs):
    def step(state, x):
        state = (offset + state) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return scan_from(box.vec + jnp.ones(box.scale), init, xs)
