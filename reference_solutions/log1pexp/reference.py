"""The truth of `log1pexp`, by JAX's own function."""

import jax


def log1pexp(x):
    """Return log(1 + exp(x))."""
    return jax.nn.softplus(x)
