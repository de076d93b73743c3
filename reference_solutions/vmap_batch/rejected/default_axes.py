import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(loss)(weights, xs, ys)
