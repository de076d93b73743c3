import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    # Right, but how many readings pass depends
    # on their values, so JAX can't trace this.
    positions = jnp.nonzero(readings > threshold)[0]
    count = jnp.int32(positions.size)
    positions = positions[:size]
    empty = size - positions.size
    values = jnp.pad(readings[positions], (0, empty))
    positions = jnp.pad(positions, (0, empty), constant_values=-1)
    return values, positions, count
