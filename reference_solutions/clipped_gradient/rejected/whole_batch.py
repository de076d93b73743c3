import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    return g * jnp.minimum(1, limit / jnp.linalg.norm(g)), None


quantise.defvjp(forward, backward)
