"""An expert's terse version: lax primitives, einsum for the squares, and one rule by keyword."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _quantise(x, limit):  # float32[N, D], float -> float32[N, D]
    return lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)


def _fwd(x, limit):
    return _quantise(x, limit), ()


def _bwd(limit, _, g):
    squares = jnp.einsum("nd,nd->n", g, g, precision=lax.Precision.HIGHEST)
    short = lax.le(squares, lax.full_like(squares, 0))  # a row of zeros has no length to divide by
    lengths = lax.sqrt(lax.select(short, lax.full_like(squares, 1), squares))
    factors = lax.select(short, lax.full_like(squares, 1), lax.min(lax.full_like(squares, 1), limit / lengths))
    return (lax.mul(g, lax.broadcast_in_dim(factors, g.shape, (0,))),)


_quantise.defvjp(fwd=_fwd, bwd=_bwd)


def quantise(x, limit):
    return _quantise(x, limit)
