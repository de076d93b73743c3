"""The residual is kept in a dict."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), {"limit": limit}


def backward(saved, g):
    limit = saved["limit"]
    norms = jnp.linalg.norm(g, axis=1)
    return jnp.where((norms > limit)[:, None], g * (limit / norms)[:, None], g), None


quantise.defvjp(forward, backward)
