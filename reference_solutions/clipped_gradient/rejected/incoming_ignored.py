import jax
import jax.numpy as jnp


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), (x, limit)


def backward(residuals, g):
    x, limit = residuals
    norm = jnp.sqrt(x.shape[1])
    return jnp.ones_like(x) * jnp.minimum(1, limit / norm), None


quantise.defvjp(forward, backward)
