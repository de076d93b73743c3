"""One `lax.reduce` of two arrays, which adds pairs of halves."""

import jax
import jax.numpy as jnp


def add_pairs(a, b):
    low = jax.lax.add(a[1], b[1])
    carry = jax.lax.convert_element_type(jax.lax.lt(low, a[1]), jnp.uint32)
    return jax.lax.add(jax.lax.add(a[0], b[0]), carry), low


def add_counts(high, low, counts):
    zero = jnp.uint32(0)
    sums = jax.lax.reduce((jnp.zeros_like(counts), counts), (zero, zero), add_pairs, (0,))
    return add_pairs((high, low), sums)
