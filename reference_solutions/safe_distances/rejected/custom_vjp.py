import jax
import jax.numpy as jnp


@jax.custom_vjp
def safe_sqrt(y):
    return jnp.sqrt(y)


def forward(y):
    root = jnp.sqrt(y)
    return root, root


def backward(root, g):
    return (jnp.where(root > 0, g / (2 * jnp.where(root > 0, root, 1)), 0),)


safe_sqrt.defvjp(forward, backward)


def pairwise_distances(x):
    return safe_sqrt(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))
