import jax
import jax.numpy as jnp


def augment(key, x):
    def augment_row(key, row):
        flip_key, noise_key = jax.random.split(key)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise

    *row_keys, next_key = jax.random.split(key, len(x) + 1)
    return next_key, jax.vmap(augment_row)(jnp.stack(row_keys), x)
