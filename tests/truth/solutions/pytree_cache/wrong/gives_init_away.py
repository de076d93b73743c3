"""Donates the buffer of `init`, so that the last state can be written where the first one was.

Class: state
Why: "The box, `init` and `xs` are the same after the call as before, and still usable": `init` is deleted by the call.
"""

import functools
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = field(metadata={"static": True})


@functools.partial(jax.jit, donate_argnums=1)
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
