"""One row after the other, with a dict as the carry; the carry bit by `where`."""

import jax
import jax.numpy as jnp


@jax.jit
def add_counts(high, low, counts):
    def body(total, row):
        low = row + total["low"]
        return {"low": low, "high": jnp.where(low < row, total["high"] + 1, total["high"])}, ()

    total, _ = jax.lax.scan(body, {"low": low, "high": high}, counts)
    return total["high"], total["low"]
