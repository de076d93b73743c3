import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=["size"])
def _select(readings, threshold, *, size):
    hits = readings > threshold
    pos = jnp.nonzero(hits, size=size, fill_value=len(readings))[0]
    vals = jnp.take(readings, pos, mode="fill", fill_value=0)
    pos = jnp.where(pos < len(readings), pos, -1)
    return vals, pos, hits.sum()


def first_above(readings, threshold, size):
    return _select(readings, threshold, size=size)
