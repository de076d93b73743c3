import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit  # the result, and what the backward pass needs


def backward(limit, g):
    norm = jnp.linalg.norm(g, axis=1, keepdims=True)
    clipped = g * jnp.minimum(1, limit / norm)
    return clipped, None  # one gradient for each argument; None stands for zero


quantise.defvjp(forward, backward)
