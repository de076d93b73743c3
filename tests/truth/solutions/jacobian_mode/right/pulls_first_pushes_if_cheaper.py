"""Calls vjp for the shape and the pullback, and jvp only where columns are fewer."""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, pull = jax.vjp(f, x)
    if y.shape[0] < x.shape[0]:
        return jax.vmap(pull)(jnp.eye(y.shape[0]))[0]
    basis = jnp.eye(x.shape[0], dtype=jnp.float32)
    _, columns = jax.vmap(lambda e: jax.jvp(f, (x,), (e,)))(basis)
    return columns.T
