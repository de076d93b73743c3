import jax
import jax.numpy as jnp


@jax.custom_jvp
def safe_sqrt(y):
    return jnp.sqrt(y)


@safe_sqrt.defjvp
def safe_sqrt_jvp(primals, tangents):
    (y,), (dy,) = primals, tangents
    root = safe_sqrt(y)
    slope = jnp.where(root > 0, 0.5 / jnp.where(root > 0, root, 1), 0)
    return root, dy * slope


def pairwise_distances(x):
    return safe_sqrt(((x[:, None] - x) ** 2).sum(-1))
