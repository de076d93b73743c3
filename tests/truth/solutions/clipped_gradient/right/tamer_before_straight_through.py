"""A tamer for one row, mapped over the rows, stands before a straight-through rounding."""

import jax
import jax.numpy as jnp


def _make_tamer(limit):
    @jax.custom_vjp
    def pass_on(row):
        return row

    def go(row):
        return row, ()

    def come_back(_, g):
        length = jnp.sqrt(jnp.sum(jnp.square(g)))
        return (g * jnp.minimum(1, limit / length),)

    pass_on.defvjp(go, come_back)
    return jax.vmap(pass_on)


def quantise(x, limit):
    tamed = _make_tamer(limit)(x)
    # The difference is exact, so the sum is exactly the rounded number.
    return tamed + jax.lax.stop_gradient(jnp.round(x) - x)
