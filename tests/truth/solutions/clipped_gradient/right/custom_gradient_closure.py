import jax
import jax.numpy as jnp


@jax.custom_gradient
def _op(x, limit):
    def pull(g):
        factor = jnp.minimum(1, limit / jnp.sqrt((g**2).sum(axis=1)))
        return factor.reshape(-1, 1) * g, jnp.zeros_like(limit)

    return jnp.round(x), pull


def quantise(x, limit):
    return _op(x, jnp.asarray(limit, x.dtype))
