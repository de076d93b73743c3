import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise


def augment(key, x):
    print("noise like", jax.random.normal(key))
    keys = jax.random.split(key, len(x) + 1)
    return keys[0], jax.vmap(augment_row)(keys[1:], x)
