"""Works on a counter with one slot more than there are shelves, which takes all that belongs nowhere."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    exists = (shelves >= -n) & (shelves < n)
    around = shelves % n
    slot = jnp.where(exists, around, n)
    edge = jnp.where(shelves < 0, 0, n - 1)

    counter = jnp.concatenate([stock.astype(jnp.float32), jnp.zeros(1, jnp.float32)])
    counter = counter.at[slot].add(amounts.astype(jnp.float32))
    counter = counter.at[n].set(-1.0)
    return counter[:n], counter[slot], counter[jnp.where(exists, around, edge)]
