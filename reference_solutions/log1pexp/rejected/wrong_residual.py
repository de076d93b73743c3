import jax
import jax.numpy as jnp


@jax.custom_vjp
def log1pexp(x):
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def forward(x):
    y = log1pexp(x)
    return y, y


def backward(x, g):
    return (g * jax.nn.sigmoid(x),)


log1pexp.defvjp(forward, backward)
