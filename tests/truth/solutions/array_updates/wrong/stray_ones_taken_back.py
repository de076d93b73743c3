"""Delivers everything to the nearest shelf and takes the stray deliveries away again: large ones leave rounding errors.
Breaks "Deliveries to shelves that don't exist are dropped" (10 + 1e9 - 1e9 is 0 in float32).
Class: numbers
"""
import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    missing = (shelves < -n) | (shelves >= n)
    new = stock.at[shelves].add(amounts, mode="clip")
    new = new.at[shelves].subtract(jnp.where(missing, amounts, 0), mode="clip")
    nearest = new.at[shelves].get(mode="clip")
    return new, jnp.where(missing, -1, nearest), nearest
