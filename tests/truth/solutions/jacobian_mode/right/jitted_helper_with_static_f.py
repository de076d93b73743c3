"""Reads the size off a jaxpr, and stacks columns by mapped jvp or rows by mapped vjp in a jitted helper with a static f."""

from functools import partial

import jax
import jax.numpy as jnp


def columns(f, x):
    def column(unit):
        _, moved = jax.jvp(f, (x,), (unit,))
        return moved

    return jax.vmap(column, out_axes=-1)(jnp.identity(x.size, x.dtype))


def rows(size, f, x):
    _, pull = jax.vjp(f, x)
    (matrix,) = jax.vmap(pull)(jnp.identity(size, x.dtype))
    return matrix


@partial(jax.jit, static_argnums=0)
def compute(f, x):
    (out,) = jax.make_jaxpr(f)(x).out_avals
    mode = columns if x.size <= out.size else partial(rows, out.size)
    return mode(f, x)


def jacobian(f, x):
    # A new function each time, so that f is looked at anew, whatever it compares equal to.
    return compute(lambda x: f(x), x)
