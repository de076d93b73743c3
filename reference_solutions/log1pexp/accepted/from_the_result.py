"""The derivative from the result alone: 1 - exp(-y)."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def log1pexp(x):
    return jax.nn.softplus(x)


def forward(x):
    y = jax.nn.softplus(x)
    return y, (y,)


def backward(residuals, g):
    (y,) = residuals
    return (-jnp.expm1(-y) * g,)


log1pexp.defvjp(forward, backward)
