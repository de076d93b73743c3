"""Doubles by hand, over a row that is padded with zeros to a power of two.

Class: layout
Why: the padding has exits of 0, so with T = 3 and values that are all negative nothing is worth less than 0.
"""

import jax
import jax.numpy as jnp


@jax.jit
def best_values(rewards, exits, discounts, last):
    steps = rewards.shape[0]
    size = 1 << (steps - 1).bit_length()
    pad = [(0, size - steps), (0, 0)]
    floor, base = jnp.pad(exits, pad), jnp.pad(rewards, pad)
    slope = jnp.pad(discounts, pad, constant_values=1.0)
    reach = 1
    while reach < size:
        later = [(0, reach), (0, 0)]
        f2 = jnp.pad(floor[reach:], later, constant_values=-jnp.inf)
        b2 = jnp.pad(base[reach:], later)
        s2 = jnp.pad(slope[reach:], later, constant_values=1.0)
        through = jnp.where(f2 == -jnp.inf, -jnp.inf, base + slope * f2)
        floor, base, slope = jnp.maximum(floor, through), base + slope * b2, slope * s2
        reach *= 2
    return jnp.maximum(floor, base + slope * last)[:steps]
