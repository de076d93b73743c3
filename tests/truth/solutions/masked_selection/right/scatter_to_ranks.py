import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    rank = jnp.cumsum(mask.astype(jnp.int32))
    slot = jnp.where(mask, rank - 1, size)  # out of bounds where there is no alarm
    values = jnp.zeros((size,), jnp.float32).at[slot].set(readings, mode="drop")
    positions = jnp.full((size,), -1, jnp.int32).at[slot].set(jnp.arange(readings.size), mode="drop")
    return values, positions, rank[-1]
