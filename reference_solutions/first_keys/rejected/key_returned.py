import jax


def sample(key, x):
    _, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    return key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)
