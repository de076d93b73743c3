"""Counts how many numbers have each of the 32 bits, in a loop over the bits."""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    def add_bit(place, total):
        high, low = total
        bit = place.astype(jnp.uint32)
        ones = jnp.sum((counts >> bit) & 1, axis=0, dtype=jnp.uint32)
        new = low + (ones << bit)
        above = jnp.where(bit == 0, 0, ones >> jnp.where(bit == 0, 1, 32 - bit))
        return high + above + (new < low), new

    return jax.lax.fori_loop(0, 32, add_bit, (high, low))
