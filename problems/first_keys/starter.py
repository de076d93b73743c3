import jax


def sample(key, x):
    # One key for everything: the coins depend on the
    # noise, and the caller draws the same once more.
    noisy = x + jax.random.normal(key, x.shape)
    coins = jax.random.bernoulli(key, shape=x.shape)
    return key, noisy, coins
