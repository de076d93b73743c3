import jax
import jax.numpy as jnp


def pairwise_distances(x):
    n, _ = x.shape

    def add_coordinate(total, column):
        return total + jnp.square(jnp.subtract.outer(column, column)), None

    squared, _ = jax.lax.scan(add_coordinate, jnp.zeros((n, n), x.dtype), x.T)
    same = squared == 0
    root = jax.lax.pow(jnp.where(same, jnp.ones_like(squared), squared), jnp.asarray(0.5, x.dtype))
    return jnp.where(same, jnp.zeros_like(root), root)
