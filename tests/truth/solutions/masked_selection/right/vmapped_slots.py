import jax
import jax.numpy as jnp


def first_above(readings, threshold, size):
    mask = readings > threshold
    rank = jnp.cumsum(mask)

    def fill(slot):
        hit = mask & (rank == slot + 1)
        found = hit.any()
        at = jnp.argmax(hit)
        return jnp.where(found, readings[at], 0.0), jnp.where(found, at, -1)

    values, positions = jax.vmap(fill)(jnp.arange(size))
    return values, positions, rank[-1]
