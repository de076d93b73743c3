import jax


def noisy_rows(seed, x):
    scale_key, shift_key = jax.random.split(jax.random.key(seed))
    scale = jax.random.uniform(scale_key, (x.shape[0], 1))
    return x * scale + jax.random.normal(shift_key, x.shape)
