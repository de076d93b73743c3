"""How many counts have each bit, shifted to its place by a loop over the 32 bits."""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    def add_bit(bit, total):
        high, low = total
        ones = jnp.sum((counts >> bit) & 1, axis=0, dtype=jnp.uint32)
        left, over = ones << bit, (ones >> 1) >> (31 - bit)
        return high + over + (low > ~left), low + left

    return jax.lax.fori_loop(jnp.uint32(0), jnp.uint32(32), add_bit, (high, low))
