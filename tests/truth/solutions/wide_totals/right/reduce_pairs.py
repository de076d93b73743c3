"""Reduces pairs of high and low halves by one lax.reduce, whose computation is the addition with carry."""

import jax
import jax.numpy as jnp


def add_wide(a, b):
    a_high, a_low = a
    b_high, b_low = b
    low = a_low + b_low
    carry = (low < a_low).astype(jnp.uint32)
    return a_high + b_high + carry, low


def add_counts(high, low, counts):
    nothing = (jnp.uint32(0), jnp.uint32(0))
    pairs = (jnp.zeros_like(counts), counts)
    added = jax.lax.reduce(pairs, nothing, add_wide, (0,))
    return add_wide((high, low), added)
