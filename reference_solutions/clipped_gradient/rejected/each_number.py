import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    return jnp.clip(g, -limit, limit), None


quantise.defvjp(forward, backward)
