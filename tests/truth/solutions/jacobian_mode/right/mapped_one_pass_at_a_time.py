"""Runs the cheaper mode with lax.map, one direction after the other, to save memory."""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m, n = jax.eval_shape(f, x).shape[0], x.shape[0]
    if n <= m:
        _, push = jax.linearize(f, x)
        return jax.lax.map(push, jnp.eye(n, dtype=x.dtype)).T
    _, pull = jax.vjp(f, x)
    return jax.lax.map(lambda u: pull(u)[0], jnp.eye(m, dtype=x.dtype))
