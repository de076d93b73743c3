"""Pushes or pulls sixteen unit vectors at a time, to bound memory, and fills the last lot up with zeros.

Class: flops
Why: With one input and many outputs (or the other way round) it makes sixteen passes instead of one; the limit is twice.
"""

import jax
import jax.numpy as jnp

LOT = 16


def in_lots(function, count, dtype):
    lots = -(-count // LOT)
    units = jnp.eye(lots * LOT, count, dtype=dtype).reshape(lots, LOT, count)
    rows = jax.lax.map(jax.vmap(function), units)
    return rows.reshape(lots * LOT, -1)[:count]


def jacobian(f, x):
    out = jax.eval_shape(f, x)
    if x.size <= out.size:
        _, push = jax.linearize(f, x)
        return in_lots(push, x.size, x.dtype).T
    _, pull = jax.vjp(f, x)
    return in_lots(lambda unit: pull(unit)[0], out.size, out.dtype)
