import jax
import jax.numpy as jnp


def add_counts(high, low, counts):
    def add_row(total, row):
        high, low = total
        sums = low + row
        return (high + (sums.astype(jnp.int32) < low.astype(jnp.int32)), sums), None

    return jax.lax.scan(add_row, (high, low), counts)[0]
