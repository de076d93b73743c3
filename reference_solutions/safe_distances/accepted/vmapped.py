import jax
import jax.numpy as jnp


def distance(a, b):
    same = jnp.all(a == b)
    length = jnp.linalg.norm(jnp.where(same, 1, a - b))
    return jnp.where(same, 0, length)


def pairwise_distances(x):
    return jax.vmap(lambda a: jax.vmap(lambda b: distance(a, b))(x))(x)
