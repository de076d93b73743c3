import jax
import jax.numpy as jnp


@jax.jit
def segment_means(values, weights, segments, before):
    sums = jax.ops.segment_sum(weights[:, None] * values, segments)
    totals = jax.ops.segment_sum(weights, segments)[:, None]
    empty = totals == 0
    return jnp.where(empty, before, sums / jnp.where(empty, 1, totals))
