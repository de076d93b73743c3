"""Defines the derivative of the norm by `custom_jvp`, with zero at zero."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def norm(v):
    return jnp.sqrt(jnp.sum(v * v, axis=-1))


@norm.defjvp
def norm_jvp(primals, tangents):
    (v,), (dv,) = primals, tangents
    length = norm(v)
    divisor = jnp.where(length == 0, jnp.ones_like(length), length)
    unit = v / divisor[..., None]
    return length, jnp.sum(unit * dv, axis=-1)


def pairwise_distances(x):
    return norm(x[:, None] - x[None])
