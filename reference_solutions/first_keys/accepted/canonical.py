import jax


def sample(key, x):
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    coins = jax.random.bernoulli(coin_key, shape=x.shape)
    return next_key, noisy, coins
