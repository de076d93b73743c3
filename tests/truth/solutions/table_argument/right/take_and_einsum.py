"""Sums the liked rows and multiplies in one einsum each, in a jitted function with keyword arguments."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, inline=True)
def scores(*, table, liked):
    rows = jnp.take(table, liked, axis=0, mode="clip")
    center = jnp.einsum("kd->d", rows) / rows.shape[0]
    return jnp.einsum("vd,d->v", table, center, precision="highest")


def recommend(table, ids):
    return scores(table=table, liked=ids)
