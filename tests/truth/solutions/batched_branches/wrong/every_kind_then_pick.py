"""All kinds are computed for all machines by a second vmap, and one is picked.
Class: flops
Why: "each machine's rule is computed once".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    on = running[:, None]
    safe = jnp.where(on, states, 1.0)
    table = jax.vmap(jax.vmap(rule, (0, None)), (None, 0))(weights, safe)
    picked = table[jnp.arange(len(kinds)), jnp.clip(kinds, 0, len(weights) - 1)]
    return jnp.where(on, picked, states)
