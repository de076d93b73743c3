"""Fills up to a multiple of 64 machines, so that the vector units are busy, and cuts the surplus off.

Class: flops
Why: "At most 2.5 times the floating-point operations": with 5 machines the rule is computed 64 times, almost 13 times as often as it should be.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    count = states.shape[0]
    surplus = -count % 64
    kinds = jnp.pad(jnp.clip(kinds, 0, weights.shape[0] - 1), (0, surplus))
    harmless = jnp.where(running[:, None], states, 1.0)
    harmless = jnp.pad(harmless, ((0, surplus), (0, 0)), constant_values=1.0)
    moved = jax.vmap(rule)(weights[kinds], harmless)[:count]
    return jnp.where(running[:, None], moved, states)
