import jax
import jax.numpy as jnp


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    coins = jnp.broadcast_to(jax.random.bernoulli(coin_key), x.shape)
    return next_key, x + jax.random.normal(noise_key), coins
