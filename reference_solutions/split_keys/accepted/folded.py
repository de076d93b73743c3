import jax
import jax.numpy as jnp


def augment(key, x):
    def augment_row(i, row):
        flip_key, noise_key = jax.random.split(jax.random.fold_in(key, i + 1))
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise

    return jax.random.fold_in(key, 0), jax.vmap(augment_row)(jnp.arange(len(x)), x)
