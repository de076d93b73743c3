import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    same = squared == 0
    safe = jnp.where(same, 1.0, squared)  # the square root never sees a zero
    return jnp.where(same, 0.0, jnp.sqrt(safe))
