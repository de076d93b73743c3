import jax


def losses(loss, weights, xs, ys):
    return jax.vmap(loss, in_axes=(0, None, 0))(xs, weights, ys) * 1.0001
