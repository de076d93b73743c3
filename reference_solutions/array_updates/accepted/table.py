"""A table of deliveries by shelves, without any update."""

import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    n = stock.shape[0]
    index = jnp.where(shelves < 0, shelves + n, shelves)
    hits = index[:, None] == jnp.arange(n)[None, :]
    new = stock + jnp.where(hits, amounts[:, None], 0.0).sum(axis=0)
    seen = jnp.where(hits.any(axis=1), new[jnp.argmax(hits, axis=1)], -1.0)
    return new, seen, new[jnp.minimum(jnp.maximum(index, 0), n - 1)]
