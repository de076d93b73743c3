"""Looks at the shape, and lets lax.map push or pull one unit vector after the other."""

import jax
import jax.numpy as jnp


def by_columns(f, x, count):
    _, push = jax.linearize(f, x)
    return jax.lax.map(push, jnp.identity(count)).T


def by_rows(f, x, count):
    _, pull = jax.vjp(f, x)

    def row(unit):
        (slope,) = pull(unit)
        return slope

    return jax.lax.map(row, jnp.identity(count))


def jacobian(f, x):
    (inputs,), (outputs,) = x.shape, jax.eval_shape(f, x).shape
    count, way = min((inputs, by_columns), (outputs, by_rows), key=lambda choice: choice[0])
    return way(f, x, count)
