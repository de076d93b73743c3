import jax.numpy as jnp


def first_above(readings, threshold, size):
    values, positions, count = jnp.zeros(size), jnp.full(size, -1, jnp.int32), jnp.int32(0)
    for i in range(readings.size):
        hit = readings[i] > threshold
        slot = jnp.where(hit, count, size)
        values = values.at[slot].set(readings[i], mode="drop")
        positions = positions.at[slot].set(i, mode="drop")
        count = count + hit
    return values, positions, count
