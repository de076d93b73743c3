"""Models. Each takes weights, float32[D, H], and inputs, float32[N, D].

Each returns outputs, float32[N], and hidden units, float32[N, H].
"""

import jax
import jax.numpy as jnp


def bend(weights, x):
    """Return the mean of the hidden units, which are bounded."""
    hidden = jnp.tanh(x @ weights)
    return hidden.mean(axis=1), hidden


def bump(weights, x):
    """Return the sum of hidden units that are large near a plane only."""
    hidden = jnp.exp(-jnp.square(x @ weights))
    return hidden.sum(axis=1), hidden


def gate(weights, x):
    """Return what the first hidden unit lets through of the others' mean."""
    hidden = jax.nn.sigmoid(x @ weights)
    return 2 * hidden[:, 0] * hidden.mean(axis=1), hidden
