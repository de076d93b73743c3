"""Traces f to a jaxpr once, and differentiates the jaxpr."""

import jax
from jax.extend.core import jaxpr_as_fun


def jacobian(f, x):
    traced = jax.make_jaxpr(f)(x)
    (out,) = traced.out_avals
    run = lambda z: jaxpr_as_fun(traced)(z)[0]
    return jax.jacfwd(run)(x) if x.shape[0] <= out.shape[0] else jax.jacrev(run)(x)
