"""Relies on what JAX drops and clips by default."""

import jax
import jax.numpy as jnp


@jax.jit
def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts)
    nearest = new[shelves]
    n = stock.shape[0]
    return new, jnp.where((-n <= shelves) & (shelves < n), nearest, -1.0), nearest
