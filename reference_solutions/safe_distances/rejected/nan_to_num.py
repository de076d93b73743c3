import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.nan_to_num(jnp.sqrt(squared))
