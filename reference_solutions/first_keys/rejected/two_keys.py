import jax


def sample(key, x):
    noise_key, coin_key = jax.random.split(key)
    noisy = x + jax.random.normal(noise_key, x.shape)
    return key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)
