import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    most = jnp.uint32(2**32 - 1)

    def add_row(total, row):
        return jnp.where(row > most - total, most, total + row), None

    return high, jax.lax.scan(add_row, low, counts)[0]
