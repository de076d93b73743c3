"""Puts two numbers of a row into one complex number, so that the converted documents have half as many elements.

Class: memory
Why: breaches "No array in the program is as large as documents in float32": the complex64 array of N * D / 2 elements takes 4 * N * D bytes, and has all documents in 32 bits.
"""

import jax
import jax.numpy as jnp


def paired(rows):
    rows = jnp.pad(rows, ((0, 0), (0, rows.shape[1] % 2)))
    return jax.lax.complex(rows[:, 0::2].astype(jnp.float32), rows[:, 1::2].astype(jnp.float32))


def lengths(pairs):
    return jnp.sqrt(jnp.sum(jnp.real(pairs) ** 2 + jnp.imag(pairs) ** 2, axis=1))


def cosine_scores(queries, documents):
    q, d = paired(queries), paired(documents)
    dots = jnp.real(jnp.einsum("qd,nd->qn", q, jnp.conj(d), precision="highest"))
    both = lengths(q)[:, None] * lengths(d)[None, :]
    return jnp.where(both > 0, dots / both, 0)
