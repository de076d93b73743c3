import jax.numpy as jnp


def distances(metric, xs, ys):
    result = jnp.zeros((len(xs), len(ys)))
    for i in range(len(xs)):
        for j in range(len(ys)):
            result = result.at[i, j].set(metric(xs[i], ys[j]))
    return result
