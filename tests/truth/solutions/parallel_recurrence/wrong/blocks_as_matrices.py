"""Splits time into blocks of 32, computes each block by a 32 by 32 matrix, and joins the blocks by an associative scan.

Class: memory
Why: breaches "no array in between has more than 2 N D elements": the matrices of all blocks have 32 N D.
"""

import jax
import jax.numpy as jnp

BLOCK = 32


def combine(earlier, later):
    (a, b), (c, d) = earlier, later
    return a * c, c * b + d


@jax.jit
def recurrence(decay, drive):
    n, d = drive.shape
    room = ((0, -n % BLOCK), (0, 0))
    decay = jnp.pad(decay, room).reshape(-1, BLOCK, d)
    drive = jnp.pad(drive, room).reshape(-1, BLOCK, d)
    later = jnp.arange(BLOCK)[:, None] > jnp.arange(BLOCK)[None, :]
    factors = jnp.where(later[None, :, :, None], decay[:, :, None, :], 1)
    matrix = jnp.cumprod(factors, axis=1) * jnp.tril(jnp.ones((BLOCK, BLOCK)))[None, :, :, None]
    inside = (matrix * drive[:, None, :, :]).sum(axis=2)
    faded = jnp.cumprod(decay, axis=1)
    ends = jax.lax.associative_scan(combine, (faded[:, -1], inside[:, -1]))[1]
    start = jnp.concatenate([jnp.zeros((1, d)), ends[:-1]])
    return (inside + faded * start[:, None, :]).reshape(-1, d)[:n]
