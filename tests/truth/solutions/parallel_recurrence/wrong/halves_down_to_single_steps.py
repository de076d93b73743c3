"""Recurs on both halves down to single steps, so the program has a dozen equations for each step.
Class: growth
Why: "It grows by at most two equations for each step more".
"""

import jax
import jax.numpy as jnp


def solve(a, b):
    """Return the products of decays and the states from a state of zeros."""
    n = a.shape[0]
    if n == 1:
        return a, b
    half = n // 2
    # Both halves are independent of each other.
    a1, h1 = solve(a[:half], b[:half])
    a2, h2 = solve(a[half:], b[half:])
    return jnp.concatenate([a1, a2 * a1[-1]]), jnp.concatenate([h1, h2 + a2 * h1[-1]])


@jax.jit
def recurrence(decay, drive):
    return solve(decay, drive)[1]
