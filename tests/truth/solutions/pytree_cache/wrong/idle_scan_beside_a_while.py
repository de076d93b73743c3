"""Computes the states in a while_loop, and has a scan in the program that computes nothing of use.

Class: decoy
Why: breaches "which goes through `xs` with `jax.lax.scan`": the scan only hands `xs` on, and each step is one of a while_loop.
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
def run_scan(box, init, xs):
    count = xs.shape[0]
    _, xs = jax.lax.scan(lambda carry, x: (carry, x), jnp.float32(0), xs)

    def body(loop):
        t, state, states = loop
        state = (box.vec + state + jnp.ones(box.scale)) * xs[t]
        return t + 1, state, states.at[t].set(state)

    start = jnp.int32(0), init, jnp.zeros((count, init.shape[0]), jnp.float32)
    _, last, states = jax.lax.while_loop(lambda loop: loop[0] < count, body, start)
    return last, states
