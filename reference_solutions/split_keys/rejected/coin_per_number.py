import jax
import jax.numpy as jnp


def augment(key, x):
    def augment_row(key, row):
        flip_key, noise_key = jax.random.split(key)
        flip = jax.random.bernoulli(flip_key, shape=row.shape)
        return jnp.where(flip, row[::-1], row) + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype)

    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)
