"""`jnp.logaddexp` with 0, and the slope kept as residual; called by a plain function."""

import jax
import jax.numpy as jnp


def _value(x):
    return jnp.logaddexp(x, jnp.zeros_like(x))


softplus = jax.custom_vjp(_value)
softplus.defvjp(lambda x: (_value(x), jax.nn.sigmoid(x)), lambda slope, g: (g * slope,))


def log1pexp(x):
    return softplus(x)
