"""Exact with Python's numbers, and a plain sum for tracers.

Class: other
Why: "JAX must be able to trace the function"
"""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    if isinstance(counts, jax.core.Tracer):
        new = low + counts.sum(axis=0, dtype=jnp.uint32)
        return high + (new < low), new
    totals = [int(h) * 2**32 + int(n) for h, n in zip(high, low)]
    totals = [total + sum(column) for total, column in zip(totals, counts.T.tolist())]
    parts = [[total >> 32 for total in totals], [total & 0xFFFFFFFF for total in totals]]
    return tuple(jnp.array(part, jnp.uint32) for part in parts)
