import jax


def distances(metric, xs, ys):
    return jax.vmap(metric)(xs, ys)
