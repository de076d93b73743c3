import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    coins = jax.random.bernoulli(coin_key, shape=x.shape).astype(jnp.float32)
    return next_key, x + jax.random.normal(noise_key, x.shape), coins
