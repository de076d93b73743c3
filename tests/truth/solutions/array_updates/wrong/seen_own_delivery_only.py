"""Each reading adds its own delivery alone to the old stock, which is wrong where a shelf gets several.
Breaks: "`seen`: for each `i` what `new` holds on shelf `shelves[i]`" (and the same for `nearest` on real shelves).
Class: numbers
"""
import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    count = stock.shape[0]
    places = jnp.where(shelves < 0, shelves + count, shelves)
    known = (places >= 0) & (places < count)
    new = stock.at[shelves].add(amounts, mode="drop")
    own = stock.at[shelves].get(mode="clip") + amounts
    seen = jnp.where(known, own, -1.0)
    nearest = jnp.where(known, own, new.at[shelves].get(mode="clip"))
    return new, seen, nearest
