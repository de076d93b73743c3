import jax
import jax.numpy as jnp


@jax.custom_vjp
def log1pexp(x):
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def backward(x, g):
    slope = jax.nn.sigmoid(x)
    return (g * slope * (1 - slope),)


log1pexp.defvjp(lambda x: (log1pexp(x), x), backward)
