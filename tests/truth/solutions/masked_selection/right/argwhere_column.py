import jax.numpy as jnp


def first_above(readings, threshold, size):
    is_alarm = readings > threshold
    rows = jnp.argwhere(is_alarm, size=size, fill_value=-1)
    positions = rows[:, 0]
    values = jnp.where(positions == -1, jnp.zeros(()), readings[positions])
    return values, positions, jnp.count_nonzero(is_alarm)
