import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    norm = jnp.linalg.norm(g)
    if norm > limit:
        return g * limit / norm, None
    return g, None


quantise.defvjp(forward, backward)
