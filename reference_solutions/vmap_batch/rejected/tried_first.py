import jax


def losses(loss, weights, xs, ys):
    assert loss(weights, xs[0], ys[0]).shape == ()
    return jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
