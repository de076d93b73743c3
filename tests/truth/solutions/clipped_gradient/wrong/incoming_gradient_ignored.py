"""Takes the incoming gradient to be ones.

Class: custom_rule
Why: Let `g` be the gradient with respect to the result.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), (x, limit)


def backward(saved, g):
    x, limit = saved
    return jnp.ones_like(x) * jnp.minimum(1, limit / x.shape[1] ** 0.5), None


quantise.defvjp(forward, backward)
