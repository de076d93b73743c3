"""Two lambdas, each mapped over one argument."""

import jax


def distances(metric, xs, ys):
    return jax.vmap(lambda x: jax.vmap(lambda y: metric(x, y))(ys))(xs)
