import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    diagonal = jnp.eye(len(x), dtype=bool)
    return jnp.where(diagonal, 0, jnp.sqrt(jnp.where(diagonal, 1, squared)))
