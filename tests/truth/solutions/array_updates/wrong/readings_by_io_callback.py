"""Adds in JAX, and lets NumPy do the readings in an io_callback.
Breaks "Callbacks into Python aren't allowed" and "no NumPy".
Class: host
"""
import jax
import numpy as np
from jax.experimental import io_callback


def read(new, shelves):
    new, shelves = np.asarray(new), np.asarray(shelves)
    n = len(new)
    place = np.where(shelves < 0, shelves + n, shelves)
    nearest = new[np.clip(place, 0, n - 1)]
    return np.where((place < 0) | (place >= n), np.float32(-1), nearest).astype(np.float32), nearest


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    one = jax.ShapeDtypeStruct(shelves.shape, new.dtype)
    seen, nearest = io_callback(read, (one, one), new, shelves)
    return new, seen, nearest
