"""A fori_loop of known length, where steps in vain start from the first state, which surely is harmless."""

import jax
import jax.numpy as jnp


def settle(step, weights, state, count, most):
    start = state

    def body(i, state):
        active = i < count
        moved = step(weights, jnp.where(active, state, start))
        return jnp.where(active, moved, state)

    return jax.lax.fori_loop(0, most, body, state)
