"""Calls the rule once, under a vmap over machines and one over kinds, and picks from the results.

Class: flops
Why: breaches "write it so that each machine's rule is computed once": Python calls once, but each machine computes the rules of all E kinds, E times the operations (more than 2.5 for E = 3).
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    safe = jnp.where(on, states, 1.0)
    table = jax.vmap(jax.vmap(rule, in_axes=(None, 0)), in_axes=(0, None))(weights, safe)  # (E, N, D)
    which = jnp.clip(kinds, 0, weights.shape[0] - 1)
    moved = table[which, jnp.arange(states.shape[0])]
    return jnp.where(on, moved, states)
