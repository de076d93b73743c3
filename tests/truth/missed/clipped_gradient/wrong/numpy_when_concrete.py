"""Numpy when concrete.

Class: other
Why: Breaks "no Python `if` on an array's numbers, and no NumPy": where the gradient isn't traced, NumPy computes it,
with a Python loop and an `if` for each row; only under a trace is it JAX. Seen with any eager `jax.vjp`; under
`jax.jit` or export it isn't.
"""
import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), limit


def backward(limit, g):
    try:
        rows = np.array(g)
    except jax.errors.TracerArrayConversionError:
        norm = jnp.sqrt((g * g).sum(1, keepdims=True))
        return g * jnp.minimum(1, limit / norm), None
    limit = float(limit)
    for row in rows:
        norm = float(np.sqrt(np.square(row).sum()))
        if norm > limit:
            row *= limit / norm
    return jnp.asarray(rows), None


quantise.defvjp(forward, backward)
