import jax
import jax.numpy as jnp


def _long(g, limit):
    return jnp.linalg.norm(g, axis=1) > limit


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def _bwd(limit, g):
    unit = g / jnp.linalg.norm(g, axis=1, keepdims=True)
    return jnp.where(_long(g, limit)[:, None], limit * unit, g), None


quantise.defvjp(lambda x, limit: (jnp.round(x), limit), _bwd)
