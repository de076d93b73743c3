from functools import partial

import jax.numpy as jnp


@partial(jnp.vectorize, signature="(d),(d)->()")
def distance(p, q):
    """Distance of two points; the root never sees a zero."""
    if (gap := p - q).ndim != 1:
        raise TypeError("two points, please")
    squared = jnp.vdot(gap, gap)
    positive = squared > 0
    return positive * jnp.sqrt(squared + (1 - positive.astype(squared.dtype)))


def pairwise_distances(x):
    return distance(x[:, None], x[None, :])
