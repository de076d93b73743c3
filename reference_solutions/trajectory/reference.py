"""The eager truth of `trajectory`: a Python loop."""

import jax.numpy as jnp


def trajectory(step, start, inputs):
    """Return the start and all states."""
    states = [start]
    for t in range(inputs.shape[0]):
        states.append(step(states[-1], inputs[t]))
    return jnp.stack(states)
