"""Lifts the numbers of machines that are off to at least 1, which every root and logarithm likes.

Class: numbers
Why: off machines' states may be any finite numbers, and a rule such as weights @ sqrt(2 - state) has a value at ones but not at 5, so a machine that is off at 5 makes NaNs, also in the derivative.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    safe = jnp.where(on, states, jnp.maximum(states, 1.0))
    chosen = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    return jnp.where(on, jax.vmap(rule)(chosen, safe), states)
