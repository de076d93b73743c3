import jax
import jax.numpy as jnp


@jax.custom_vjp
def log1pexp(x):
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def forward(x):
    return log1pexp(x), x


def backward(x, g):
    return (g / (1 + jnp.exp(-x)),)


log1pexp.defvjp(forward, backward)
