"""jax.lax.map with a batch size of N, so that there is one chunk, which it maps by vmap.

Class: structure
Why: "Loops of `jax.lax`, `jax.lax.map` among them, are not allowed": it is a scan of one turn.
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    kinds = jnp.clip(kinds, 0, weights.shape[0] - 1)
    harmless = jnp.where(running[:, None], states, 1.0)
    moved = jax.lax.map(lambda each: rule(*each), (weights[kinds], harmless), batch_size=states.shape[0])
    return jnp.where(running[:, None], moved, states)
