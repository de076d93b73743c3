"""Adds, fills and clips by the three modes."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    stock = stock.at[shelves].add(amounts, mode="drop")
    return stock, stock.at[shelves].get(mode="fill", fill_value=-1.0), stock.at[shelves].get(mode="clip")
