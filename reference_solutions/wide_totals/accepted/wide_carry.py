"""64 bits are allowed for this function alone: a scan that converts one row at a time."""

import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    with jax.enable_x64():
        total = (high.astype(jnp.uint64) << 32) | low.astype(jnp.uint64)
        total = jax.lax.scan(lambda total, row: (total + row.astype(jnp.uint64), None), total, counts)[0]
        return (total >> 32).astype(jnp.uint32), total.astype(jnp.uint32)
