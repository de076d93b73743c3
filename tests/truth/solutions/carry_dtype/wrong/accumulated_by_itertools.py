"""Accumulates the rows by itertools, which looks like one operation.

Class: growth
Why: it is a Python loop over the rows, so the program grows by several operations for each; "its program must not grow with T".
"""

from itertools import accumulate

import jax.numpy as jnp


def leaky_sums(xs, decay):
    wide = xs.astype(jnp.float32)
    sums = jnp.stack(list(accumulate(wide, lambda total, x: decay * total + x)))
    return sums[-1], sums.astype(xs.dtype)
