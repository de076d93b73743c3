"""All states at once, by a cumulative sum.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax.numpy as jnp


def causal_sums(queries, keys, values, size):
    states = jnp.cumsum(keys[:, :, None] * values[:, None, :], axis=0)
    return jnp.einsum("nd,nde->ne", queries, states)
