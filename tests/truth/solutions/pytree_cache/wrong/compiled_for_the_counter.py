"""Traces and runs the compiled scan as wanted, throws its result away, and returns that of an eager loop.

Class: decoy
Why: breaches "the result is what that returns": the arrays which come back were computed step by step outside of jit.
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
def compiled(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    last, states = compiled(box, init, xs)
    if isinstance(last, jax.core.Tracer):
        return last, states
    state, rows = init, []
    for x in xs:
        state = (box.vec + state + jnp.ones(box.scale)) * x
        rows.append(state)
    return state, jnp.stack(rows)
