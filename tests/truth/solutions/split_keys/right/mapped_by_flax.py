import jax
import jax.numpy as jnp
from flax import nnx

SCALE = 0.1


@nnx.vmap(in_axes=(0, 0), out_axes=0)
def flipped_and_noisy(keys_of_row, row):
    flip_key, noise_key = keys_of_row[0], keys_of_row[1]
    backwards = jnp.flip(row, axis=0)
    noise = jax.random.normal(noise_key, row.shape, row.dtype)
    return jax.lax.select(jax.random.bernoulli(flip_key, shape=row.shape[:0]), backwards, row) + SCALE * noise


def augment(key, x):
    keys = jax.random.split(key, num=x.shape[0] + 1)
    pairs = jax.vmap(jax.random.split)(keys[1:])
    return keys[0], flipped_and_noisy(pairs, x)
