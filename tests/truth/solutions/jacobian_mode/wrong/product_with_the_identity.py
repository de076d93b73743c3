"""Pulls a whole basis of each side, so it always pays for rows and columns.
Class: flops
Why: "your function needs at most twice as many floating-point operations as the cheaper of the two modes".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, pull = jax.vjp(f, x)
    rows = jax.vmap(lambda u: pull(u)[0])(jnp.eye(max(y.size, x.size))[:, : y.size])
    return rows[: y.size]
