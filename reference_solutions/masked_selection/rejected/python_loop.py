import jax.numpy as jnp


def first_above(readings, threshold, size):
    found = [i for i, reading in enumerate(readings) if reading > threshold]
    positions = (found + [-1] * size)[:size]
    values = [readings[i] if i >= 0 else 0.0 for i in positions]
    return jnp.array(values), jnp.array(positions), jnp.int32(len(found))
