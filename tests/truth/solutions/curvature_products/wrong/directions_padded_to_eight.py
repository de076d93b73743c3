"""Pads the directions with zeros to a multiple of eight, as vector units like them.

Class: memory
Why: breaches "No array in the program has more than 4 * K * N elements" (and the cost): for a single direction eight are computed, in arrays of 8 * N elements.
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    k = vs.shape[0]
    padded = jnp.pad(vs, ((0, -k % 8), (0, 0)))
    _, push = jax.linearize(jax.grad(f), x)
    return jax.vmap(push)(padded)[:k]
