import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    mine = jnp.where(segments == jnp.arange(len(before))[:, None], weights, 0)
    sums = (mine[:, :, None] * values).sum(axis=1)
    totals = mine.sum(axis=1)[:, None]
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
