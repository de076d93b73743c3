import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(lambda x: loss(weights, x, ys[0]))(xs)
