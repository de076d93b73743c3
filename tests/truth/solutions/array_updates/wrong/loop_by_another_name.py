"""Delivers one after the other in a scan, which is looked up by a name put together from parts.

Class: decoy
Why: breaches "none of JAX's loops (jax.lax)": the line with .at[].add on all shelves is computed and thrown away, and new comes from jax.lax.scan.
"""

import importlib

import jax.numpy as jnp


def _vectorised(body, start, rows):
    module = importlib.import_module(".".join(["jax", "l" + "ax"]))
    return getattr(module, "sc" + "an")(body, start, rows)[0]


def deliver(stock, shelves, amounts):
    stock = stock.astype(jnp.float32)
    amounts = amounts.astype(jnp.float32)
    new = stock.at[shelves].add(amounts, mode="drop")  # for the reader

    def put(new, delivery):
        shelf, amount = delivery
        return new.at[shelf].add(amount, mode="drop"), None

    new = _vectorised(put, stock, (shelves, amounts))
    seen = new.at[shelves].get(mode="fill", fill_value=-1.0)
    nearest = new.at[shelves].get(mode="clip")
    return new, seen, nearest
