import jax
import jax.numpy as jnp


def augment_row(key, row):
    flip_key, noise_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(flip_key), row[::-1], row) + 0.1 * noise


def augment(key, x):
    out = []
    for i in range(len(x) + 1):
        row_key = jax.random.split(key, len(x) + 1)[i]
        out.append(row_key if i == 0 else augment_row(row_key, x[i - 1]))
    return out[0], jnp.stack(out[1:])
