import jax
import jax.numpy as jnp
from jax import lax


@jax.custom_vjp
def _q(x, limit):
    return lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)


def _f(x, limit):
    return _q(x, limit), (limit,)


def _b(kept, g):
    (limit,) = kept
    big = jnp.max(jnp.abs(g), axis=1, keepdims=True)
    safe = jnp.where(big == 0, 1, big)
    norm = safe * jnp.sqrt(jnp.sum(jnp.square(g / safe), axis=1, keepdims=True))
    return lax.select(jnp.broadcast_to(norm > limit, g.shape), g / norm * limit, g), jnp.zeros(())


_q.defvjp(_f, _b)


def quantise(x, limit):
    return _q(x, jnp.float32(limit))
