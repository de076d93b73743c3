"""In machines that are off, levels that aren't positive are replaced by ones, and the others are left as they are.

Class: numbers
Why: a rule need not have a value at a positive state of a machine that is off, either: with the root of 1.5 - state, a level of 2 makes a NaN.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    kinds = jnp.clip(kinds, 0, weights.shape[0] - 1)
    on = running[:, None]
    moved = jax.vmap(rule)(weights[kinds], jnp.where(on | (states > 0), states, 1.0))
    return jnp.where(on, moved, states)
