import jax.numpy as jnp


def pairwise_distances(x):
    squared = jnp.sum((x[:, None, :] - x[None, :, :]) ** 2, axis=-1)
    same = squared == 0
    return jnp.where(same, 0, jnp.sqrt(jnp.where(same, 1, squared)))
