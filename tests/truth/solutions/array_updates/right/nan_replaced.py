"""Fills with NaN first, and replaces it."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    filled = new.at[shelves].get(mode="fill", fill_value=jnp.nan)
    return new, jnp.nan_to_num(filled, nan=-1.0), new.at[shelves].get(mode="clip")
