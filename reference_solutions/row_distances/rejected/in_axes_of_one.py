import jax


def distances(metric, xs, ys):
    return jax.vmap(jax.vmap(metric, in_axes=(None, 1)), in_axes=(0, None))(xs, ys)
