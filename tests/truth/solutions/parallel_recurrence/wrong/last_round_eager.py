"""Compiles two halves and joins them eagerly.
Class: half_eager
Why: "All of it has to run in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    a1, b1 = earlier
    a2, b2 = later
    return a2 * a1, a2 * b1 + b2


@jax.jit
def prefix(decay, drive):
    return jax.lax.associative_scan(combine, (decay, drive))


def recurrence(decay, drive):
    n = decay.shape[0]
    if n == 1:
        return prefix(decay, drive)[1]
    half = n // 2
    pad = ((0, n - half - half), (0, 0))
    first = prefix(jnp.pad(decay[:half], pad), jnp.pad(drive[:half], pad))
    second = prefix(decay[half:], drive[half:])
    h1 = first[1][:half]
    return jnp.concatenate([h1, second[0] * h1[-1] + second[1]])
