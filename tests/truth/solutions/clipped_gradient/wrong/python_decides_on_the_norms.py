"""Python asks each norm whether it is too long. The numbers are right, but only on arrays that have values.
Breaks: "The layer and its gradient must be traceable, as under `jax.jit`: no decision of Python's on a number".
Class: structure
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def quantise(x, limit):
    return jnp.round(x)


def forward(x, limit):
    return jnp.round(x), None


def backward(limit, _, g):
    rows = []
    for row in g:
        norm = jnp.sqrt((row**2).sum())
        if norm > limit:
            row = row * (limit / norm)
        rows.append(row)
    return (jnp.stack(rows),)


quantise.defvjp(forward, backward)
