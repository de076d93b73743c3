import jax


def sample(key, x):
    key, noise_key = jax.random.split(key)
    noisy = x + jax.random.normal(noise_key, x.shape)
    key, coin_key = jax.random.split(key)
    return key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)
