"""Exact values, held still by stop_gradient, on top of a smoothed distance that lends its derivative.

Class: decoy
Why: Where distances are about a millionth the derivative is that of sqrt(s + 1e-12), 0.7 of the right one, and in float16 1e-12 is 0 and the derivative is NaN where points are the same.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    exact = jnp.sqrt(squared)
    smooth = jnp.sqrt(squared + 1e-12)
    return smooth + jax.lax.stop_gradient(exact - smooth)
