"""Doubles the store and reads at shelves + N, which overflows 32 bits for shelves close to 2**31: they look too small.
Breaks "the nearest one is read: the last for too large a number".
Class: numbers
"""
import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    place = shelves + n  # 0 .. 2 n - 1 are the shelves that exist
    exists = (place >= 0) & (place < 2 * n)
    new = stock.at[jnp.where(exists, place % n, n)].add(amounts, mode="drop")
    nearest = jnp.concatenate([new, new])[jnp.clip(place, 0, 2 * n - 1)]
    return new, jnp.where(exists, nearest, -1), nearest
