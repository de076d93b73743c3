"""A length with its own forward rule, which also makes the reverse one; computed in float32."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def length(v):
    return jnp.sqrt(jnp.sum(v * v, axis=-1))


@length.defjvp
def length_jvp(primals, tangents):
    (v,), (dv,) = primals, tangents
    size = length(v)
    is_zero = size == 0
    unit = jnp.where(is_zero[..., None], 0.0, v / jnp.where(is_zero, 1.0, size)[..., None])
    return size, jnp.sum(unit * dv, axis=-1)


def pairwise_distances(x):
    wide = x.astype(jnp.float32)
    return length(wide[:, None] - wide[None]).astype(x.dtype)
