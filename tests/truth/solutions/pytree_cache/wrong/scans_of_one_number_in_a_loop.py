"""Calls a compiled scan over a single number again and again from a Python loop, and stacks what it returns.

Class: dispatches
Why: the scan doesn't go through xs, a Python loop does: the program of `run_scan` has a call for each number, so it has more equations for 2 T numbers than for T.
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
def scan_piece(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    last, pieces = init, []
    for i in range(xs.shape[0]):
        last, states = scan_piece(box, last, xs[i : i + 1])
        pieces.append(states)
    return last, jnp.concatenate(pieces)
