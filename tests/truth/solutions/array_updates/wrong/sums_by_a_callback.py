"""The deliveries are added up by NumPy in a callback; only the readings are JAX's.
Breaks: "Callbacks into Python aren't allowed." and "no NumPy".
Class: host
"""
import jax
import jax.numpy as jnp
import numpy as np


def add_up(stock, shelves, amounts):
    new = np.array(stock)
    there = (shelves >= -len(new)) & (shelves < len(new))
    np.add.at(new, np.asarray(shelves)[there], np.asarray(amounts)[there])
    return new


def deliver(stock, shelves, amounts):
    shape = jax.ShapeDtypeStruct(stock.shape, jnp.float32)
    new = jax.pure_callback(add_up, shape, stock, shelves, amounts, vmap_method="sequential")
    seen = new.at[shelves].get(mode="fill", fill_value=-1)
    nearest = new.at[shelves].get(mode="clip")
    return new, seen, nearest
