"""Defines a square root of its own, whose derivative at zero is zero."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def root(s):
    return jnp.sqrt(s)


@root.defjvp
def _(primals, tangents):
    (s,) = primals
    (ds,) = tangents
    y = root(s)
    slope = jnp.where(s > 0, 0.5 / jnp.where(s > 0, y, 1), 0)
    return y, slope.astype(s.dtype) * ds


def pairwise_distances(x):
    gaps = jnp.expand_dims(x, 1) - jnp.expand_dims(x, 0)
    return root(jnp.einsum("ijd,ijd->ij", gaps, gaps))
