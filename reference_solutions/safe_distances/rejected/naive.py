import jax.numpy as jnp


def pairwise_distances(x):
    return jnp.sqrt(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))
