"""Maps by jnp.vectorize with a signature.

Class: structure
Why: with N = 1 jnp.vectorize maps nothing and calls `rule` on plain arrays; "Python calls rule at most once, under jax.vmap, never on plain arrays".
"""

import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    mine = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    moved = jnp.vectorize(rule, signature="(d,d),(d)->(d)")(mine, jnp.where(on, states, 1.0))
    return jnp.where(on, moved, states)
