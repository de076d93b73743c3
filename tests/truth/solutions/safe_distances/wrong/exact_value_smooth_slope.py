"""The exact distance as a constant on top of a smoothed one, which is what JAX differentiates.

Class: decoy
Why: Sham: where distances are about a millionth, the derivative is that of sqrt(d**2 + 1e-10), a tenth of the right one, while values are exact.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    wide = x.astype(jnp.float32)
    squared = jnp.sum((wide[:, None] - wide[None]) ** 2, axis=-1)
    smooth = jnp.sqrt(squared + 1e-10)
    exact = jax.lax.stop_gradient(jnp.sqrt(squared))
    # exact in value, smooth in slope; the difference of equal numbers is 0
    return (exact + (smooth - jax.lax.stop_gradient(smooth))).astype(x.dtype)
