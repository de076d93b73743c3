"""All four bytes of all counts stand in one array.

Class: flops
Why: "no array in the program may take more memory than `counts` and four more rows"
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    shifts = jnp.arange(0, 32, 8, dtype=jnp.uint32)[:, None, None]
    sums = jnp.sum((counts[None] >> shifts) & 255, axis=1, dtype=jnp.uint32)
    for place in range(4):
        new = low + (sums[place] << (8 * place))
        high = high + (sums[place] >> (32 - 8 * place) if place else 0) + (new < low)
        low = new
    return high, low
