"""Stacks decays and drives into one array, filled up to a power of two steps.

Class: memory
Why: With N = 192 the array has 2 * 256 * D elements: "no array in between has more than 2 N D elements"; within it for powers of two only.
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    return jnp.stack([earlier[0] * later[0], later[0] * earlier[1] + later[1]])


@jax.jit
def recurrence(decay, drive):
    steps = drive.shape[0]
    more = 1 << (steps - 1).bit_length()
    pairs = jnp.pad(jnp.stack([decay, drive]), ((0, 0), (0, more - steps), (0, 0)))
    return jax.lax.associative_scan(combine, pairs, axis=1)[1, :steps]
