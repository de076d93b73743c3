import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    index = jnp.arange(readings.size)

    def step(slot, state):
        values, positions, last = state
        open_ = mask & (index > last)
        at = jnp.argmax(open_)
        found = open_.any()
        values = values.at[slot].set(jnp.where(found, readings[at], 0))
        positions = positions.at[slot].set(jnp.where(found, at, -1))
        return values, positions, jnp.where(found, at, readings.size)

    start = (jnp.zeros(size, readings.dtype), jnp.full(size, -1, jnp.int32), jnp.int32(-1))
    values, positions, _ = jax.lax.fori_loop(0, size, step, start)
    return values, positions, mask.sum()
