import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    idx = jnp.flatnonzero(mask, size=size, fill_value=-1).astype(jnp.int32)
    vals = jnp.where(idx < 0, 0.0, readings[idx])
    return vals, idx, jnp.sum(mask).astype(jnp.int32)
