import jax


def softplus(x):
    return jax.nn.softplus(x)
