"""The eager truth of `pytree_cache`: a Python loop, no jit, no scan."""

import jax.numpy as jnp


class ConfigBox:
    """An array and a static number; the reference has no need to register it."""

    def __init__(self, vec, scale):
        """Keep both fields as they are."""
        self.vec = vec
        self.scale = scale


def run_scan(box, init, xs):
    """Return the last state and all states, stacked."""
    state, states = init, []
    for i in range(xs.shape[0]):
        state = (box.vec + state + jnp.ones(box.scale)) * xs[i]
        states.append(state)
    return state, jnp.stack(states)
