import jax


def distances(metric, xs, ys):
    return jax.vmap(jax.vmap(metric, in_axes=(0, None)), in_axes=(None, 0))(xs, ys)
