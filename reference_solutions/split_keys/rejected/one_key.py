import jax
import jax.numpy as jnp


def augment(key, x):
    flip = jax.random.bernoulli(key)
    noise = jax.random.normal(key, x.shape[1:], x.dtype)
    return key, jnp.where(flip, x[:, ::-1], x) + 0.1 * noise
