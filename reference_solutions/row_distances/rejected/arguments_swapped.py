import jax


def distances(metric, xs, ys):
    return jax.vmap(lambda x: jax.vmap(lambda y: metric(y, x))(ys))(xs)
