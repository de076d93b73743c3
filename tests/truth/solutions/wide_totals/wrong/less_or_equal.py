"""A count of 0 carries as well.

Class: numbers
Why: "Any uint32 number can occur, from 0 to `2**32 - 1`."
"""

import jax.numpy as jnp


def add_counts(high, low, counts):
    running = jnp.cumsum(jnp.concatenate([low[None], counts]), axis=0, dtype=jnp.uint32)
    wrapped = (running[1:] <= running[:-1]).sum(axis=0, dtype=jnp.uint32)
    return high + wrapped, running[-1]
