import jax


def log1pexp(x):
    return jax.nn.softplus(x)
