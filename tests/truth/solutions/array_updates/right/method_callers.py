"""Applies the three modes of `.at` as data, by operator.methodcaller."""

from operator import methodcaller

import jax.numpy as jnp

READINGS = (
    methodcaller("get", mode="fill", fill_value=-1.0),
    methodcaller("get", mode="clip"),
)


def deliver(stock, shelves, amounts):
    add = methodcaller("add", amounts.astype(jnp.float32), mode="drop")
    new = add(stock.astype(jnp.float32).at[shelves])
    return (new, *(read(new.at[shelves]) for read in READINGS))
