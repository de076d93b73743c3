"""Calls f once to get its jaxpr, and takes the gradient of each output from that, so that no counter of calls notices.

Class: flops
Why: It always pulls rows back, so a function of one or two inputs and many outputs costs many times as much as forward mode.
"""

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun


def jacobian(f, x):
    closed = jax.make_jaxpr(f)(x)
    run = jaxpr_as_fun(closed)
    (count,) = closed.out_avals[0].shape
    rows = [jax.grad(lambda x, i=i: run(x)[0][i])(x) for i in range(count)]
    return jnp.stack(rows)
