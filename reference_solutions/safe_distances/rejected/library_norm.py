import jax.numpy as jnp


def pairwise_distances(x):
    return jnp.linalg.norm(x[:, None] - x[None], axis=-1)
