"""One segment at a time, under `vmap`: the rows of others count 0 times."""

import jax
import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    def mean_of(number, old):
        mine = jnp.where(segments == number, weights, 0)
        total = mine.sum()
        safe = jnp.where(total == 0, 1, total)
        return jnp.where(total == 0, old, mine @ values / safe)

    return jax.vmap(mean_of)(jnp.arange(before.shape[0]), before)
