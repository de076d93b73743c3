import jax
import jax.numpy as jnp


def augment(key, x):
    next_key, *row_keys = jax.random.split(key, len(x) + 1)
    rows = []
    for row_key, row in zip(row_keys, x):
        flip_key, noise_key = jax.random.split(row_key, 2)
        turned = jax.lax.cond(jax.random.bernoulli(flip_key), jnp.flip, jnp.asarray, row)
        rows.append(turned + 0.1 * jax.random.normal(noise_key, row.shape, dtype=x.dtype))
    return next_key, jnp.stack(rows)
