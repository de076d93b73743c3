import jax.numpy as jnp
from jax import lax


def first_above(readings, threshold, size):
    mask = lax.gt(readings, jnp.broadcast_to(threshold, readings.shape))
    (positions,) = jnp.where(mask, size=size, fill_value=-1)
    filled = lax.ge(positions, 0)
    values = lax.select(filled, readings[positions], jnp.zeros(size, readings.dtype))
    return values, positions, jnp.sum(mask, dtype=jnp.int32)
