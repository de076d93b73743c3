import jax


def sample(key, x):
    next_key, draw_key = jax.random.split(key)
    noisy = x + jax.random.normal(draw_key, x.shape)
    return next_key, noisy, jax.random.bernoulli(draw_key, shape=x.shape)
