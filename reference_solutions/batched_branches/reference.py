"""The truth of `batched_branches`: weights and states are chosen first, so that one rule runs for each machine."""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    """Return the next states of the machines that are on, and the states of those that are off."""
    chosen = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    harmless = jnp.where(running[:, None], states, 1.0)
    return jnp.where(running[:, None], jax.vmap(rule)(chosen, harmless), states)
