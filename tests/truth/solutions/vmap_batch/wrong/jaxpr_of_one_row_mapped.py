"""Traces the loss on one row by make_jaxpr, and maps the recorded program over the batch.

Class: decoy
Why: Right numbers, but it breaches "`loss` has to run under `jax.vmap`": only a recording of it does.
"""

import jax
from jax.extend.core import jaxpr_as_fun


def losses(loss, weights, xs, ys):
    recorded = jaxpr_as_fun(jax.make_jaxpr(loss)(weights, xs[0], ys[0]))
    (each,) = jax.vmap(recorded, in_axes=(None, 0, 0))(weights, xs, ys)
    return each
