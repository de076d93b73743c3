"""Machines that are off compute with ones for their state, and with a further kind whose weights are all zero.

Class: numbers
Why: a rule that divides by, or takes the root of, `weights @ state` has a value at a state of ones, but not with weights of zeros: it makes a NaN on the way or in the derivative.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    count = weights.shape[0]
    weights = jnp.concatenate([weights, jnp.zeros_like(weights[:1])])
    kinds = jnp.where(running, jnp.clip(kinds, 0, count - 1), count)
    on = running[:, None]
    moved = jax.vmap(rule)(weights[kinds], jnp.where(on, states, 1.0))
    return jnp.where(on, moved, states)
