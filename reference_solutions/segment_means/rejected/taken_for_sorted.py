import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    count = len(before)
    zero = jnp.zeros((1, 1))
    weighed = jnp.concatenate([jnp.zeros((1, values.shape[1])), jnp.cumsum(weights[:, None] * values, axis=0)])
    running = jnp.concatenate([zero, jnp.cumsum(weights[:, None], axis=0)])
    first = jnp.searchsorted(segments, jnp.arange(count))
    after = jnp.searchsorted(segments, jnp.arange(count), side="right")
    sums, totals = weighed[after] - weighed[first], running[after] - running[first]
    return jnp.where(totals > 0, sums / jnp.where(totals > 0, totals, 1), before)
