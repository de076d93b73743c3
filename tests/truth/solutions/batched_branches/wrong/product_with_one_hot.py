"""Chooses the weights by a product with one-hot rows.

Class: flops
Why: for many kinds the product takes 2 N E D D operations, far more than 2.5 times those of the rules.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    count = weights.shape[0]
    chosen = jax.nn.one_hot(jnp.clip(kinds, 0, count - 1), count, dtype=weights.dtype)
    mine = jnp.einsum("ne,eij->nij", chosen, weights)
    moved = jax.vmap(rule)(mine, jnp.where(on, states, 1.0))
    return jnp.where(on, moved, states)
