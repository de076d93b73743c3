"""Doubles the chains int(log2(T)) times.

Class: numbers
Why: where T is no power of two a round is missing: with T = 3 step 0 looks two steps ahead only, and takes `last` for the value of step 2.
"""
import math

import jax
import jax.numpy as jnp


def ahead(a, shift, fill):
    return jnp.concatenate([a[shift:], jnp.full((shift, a.shape[1]), fill, a.dtype)])


@jax.jit
def best_values(rewards, exits, discounts, last):
    r, e, d = rewards, exits, discounts
    for k in range(int(math.log2(len(r)))):
        r2, e2, d2 = ahead(r, 2**k, 0), ahead(e, 2**k, -jnp.inf), ahead(d, 2**k, 1)
        e = jnp.maximum(e, jnp.where(d > 0, r + d * e2, -jnp.inf))
        r, d = r + d * r2, d * d2
    return jnp.maximum(e, r + d * last)
