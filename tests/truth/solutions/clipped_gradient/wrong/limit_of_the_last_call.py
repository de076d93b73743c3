"""The way back looks up the limit of the latest call, which is another layer's if a loss uses two.
Breaks: "`limit` is a Python float greater than 0, and may differ from call to call."
Class: state
"""

import jax
import jax.numpy as jnp

latest = {}


@jax.custom_vjp
def rounded(x):
    return jnp.round(x)


def forward(x):
    return jnp.round(x), None


def backward(_, g):
    lengths = jnp.sqrt((g**2).sum(axis=1, keepdims=True))
    return (g * jnp.minimum(1, latest["limit"] / lengths),)


rounded.defvjp(forward, backward)


def quantise(x, limit):
    latest["limit"] = limit
    return rounded(x)
