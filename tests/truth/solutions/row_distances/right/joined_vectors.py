import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    (n, d), m = xs.shape, ys.shape[0]

    def of_joined(vector):
        return metric(vector[:d], vector[d:])

    left = jnp.repeat(xs, m, axis=0)
    right = jnp.tile(ys, (n, 1))
    numbers = jax.vmap(of_joined)(jnp.hstack([left, right]))
    return numbers.astype(jnp.float32).reshape(n, m)
