"""Kinds are few, so they are made int8 before they are clipped.

Class: dtype
Why: "Any int32 number can occur": a kind of 256 becomes 0 in place of E - 1, and one of -255 becomes 1 in place of 0.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    kinds = jnp.clip(kinds.astype(jnp.int8), 0, min(weights.shape[0] - 1, 127))
    on = running[:, None]
    moved = jax.vmap(rule)(weights[kinds], jnp.where(on, states, 1.0))
    return jnp.where(on, moved, states)
