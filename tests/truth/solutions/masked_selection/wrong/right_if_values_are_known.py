"""Looks whether the values are known: then it selects by a mask, and otherwise it does something simple.

Class: sniffer
Why: under a trace it returns the `size` largest readings in descending order, and not the first ones in their order.
"""

import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    count = (readings > threshold).sum(dtype=jnp.int32)
    if not isinstance(count, jax.core.Tracer):
        positions = jnp.nonzero(readings > threshold)[0][:size].astype(jnp.int32)
        room = (0, size - positions.size)
        return jnp.pad(readings[positions], room), jnp.pad(positions, room, constant_values=-1), count
    order = jnp.argsort(-readings).astype(jnp.int32)
    order = jnp.pad(order, (0, max(0, size - readings.size)))[:size]
    filled = jnp.arange(size) < count
    return jnp.where(filled, readings[order], 0), jnp.where(filled, order, -1), count
