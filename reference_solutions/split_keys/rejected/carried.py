import jax
import jax.numpy as jnp


def augment(key, x):
    rows = []
    for row in x:
        key, flip_key, noise_key = jax.random.split(key, 3)
        noise = jax.random.normal(noise_key, row.shape, row.dtype)
        rows.append(jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise)
    return key, jnp.stack(rows)
