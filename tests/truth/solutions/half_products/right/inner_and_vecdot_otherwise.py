"""Scales the float32 dots by one inverse length for each row and column, from inner and vecdot."""

import functools

import jax
import jax.numpy as jnp

WIDE = {"preferred_element_type": jnp.float32}
inner = functools.partial(jnp.inner, **WIDE)
vecdot = functools.partial(jnp.vecdot, **WIDE)


def _inverse_lengths(rows):
    squares = vecdot(rows, rows)
    empty = squares == 0  # all other squares are at least 1e-12
    return jnp.where(empty, 0.0, jax.lax.rsqrt(jnp.where(empty, 1.0, squares)))


def cosine_scores(queries, documents):
    dots = inner(queries, documents)
    return dots * _inverse_lengths(queries)[:, None] * _inverse_lengths(documents)[None, :]
