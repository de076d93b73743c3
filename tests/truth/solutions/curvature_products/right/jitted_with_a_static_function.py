"""Jitted, with the function as a static argument."""

import functools

import jax


@functools.partial(jax.jit, static_argnames="f")
def products(x, vs, *, f):
    push = functools.partial(jax.jvp, jax.grad(f), (x,))
    return jax.vmap(lambda v: push((v,)))(vs)[1]


def curvature(f, x, vs):
    """Return H @ vs[k] at [k]."""
    return products(x, vs, f=f)
