"""Two products, and no kernel.

Class: other
Why: "**One kernel does all the work.**"
"""

import jax.numpy as jnp


def causal_sums(queries, keys, values, size):
    return jnp.tril(queries @ keys.T) @ values
