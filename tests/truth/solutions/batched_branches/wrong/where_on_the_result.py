"""One where, on the result.
Class: numbers
Why: "No NaN may come back in a derivative".
"""

import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]
    return jnp.where(on, jax.vmap(rule)(own, states), states)
