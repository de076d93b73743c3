import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip_back(x, limit):
    return x


clip_back.defvjp(
    lambda x, limit: (x, limit),
    lambda limit, g: (g * jnp.minimum(1, limit / jnp.sqrt((g**2).sum(-1, keepdims=True))), 0.0 * limit),
)


def quantise(x, limit):
    x = clip_back(x, limit)
    return x + jax.lax.stop_gradient(jnp.round(x) - x)
