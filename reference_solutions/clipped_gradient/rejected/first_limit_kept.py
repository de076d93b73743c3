import jax
import jax.numpy as jnp

limits = []


@jax.custom_vjp
def rounded(x):
    return jnp.round(x)


def forward(x):
    return jnp.round(x), None


def backward(_, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    return (g * jnp.minimum(1, limits[0] / norm),)


rounded.defvjp(forward, backward)


def quantise(x, limit):
    limits.append(limit)
    return rounded(x)
