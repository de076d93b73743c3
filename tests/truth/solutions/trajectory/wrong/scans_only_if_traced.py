"""Scans while it is traced, and runs a Python loop on plain arrays.

Class: sniffer
Why: Called without jit it calls `step` once for each input and on plain arrays, against "Python calls `step` at most twice in a call of yours: inside a loop of `jax.lax`, and never on plain arrays".
"""
import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    if not (isinstance(start, jax.core.Tracer) or isinstance(inputs, jax.core.Tracer)):
        states = [start]
        for t in range(inputs.shape[0]):
            states.append(step(states[-1], inputs[t]))
        return jnp.stack(states)

    def body(state, x):
        state = step(state, x)
        return state, state

    states = jax.lax.scan(body, start, inputs)[1]
    return jnp.concatenate([start[None], states])
