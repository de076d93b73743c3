"""The truth of `causal_sums`: all scores at once, those of later rows made 0, and no kernel."""

import jax.numpy as jnp


def causal_sums(queries, keys, values, size):
    """Return the sum over the past for each row; `size` makes no difference to it."""
    return jnp.tril(queries @ keys.T) @ values
