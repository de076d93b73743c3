"""Writes each step as a matrix [[decay, drive], [0, 1]] and scans over products of matrices.

Class: memory
Why: "no array in between has more than 2 N D elements": the matrices of all steps are an array of shape (N, D, 2, 2), which has 4 N D.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    top = jnp.stack([decay, drive], axis=-1)
    bottom = jnp.stack([jnp.zeros_like(decay), jnp.ones_like(decay)], axis=-1)
    steps = jnp.stack([top, bottom], axis=-2)
    totals = jax.lax.associative_scan(lambda earlier, later: later @ earlier, steps)
    return totals[..., 0, 1]
