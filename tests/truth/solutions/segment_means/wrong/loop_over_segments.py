"""A Python loop over the segments.
Class: growth
Why: "The program must not grow with the number of rows or segments".
"""

import jax.numpy as jnp


def segment_means(values, weights, segments, before):
    means = []
    for s in range(before.shape[0]):
        w = jnp.where(segments == s, weights, 0)
        total = w.sum()
        mean = jnp.dot(w, values, precision="highest") / jnp.where(total == 0, 1, total)
        means.append(jnp.where(total == 0, before[s], mean))
    return jnp.stack(means)
