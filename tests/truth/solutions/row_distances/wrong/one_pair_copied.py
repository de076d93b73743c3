"""Calls metric once under vmap, on a batch of one pair, and repeats the recorded program for each pair in a Python loop.

Class: growth
Why: It breaches "for every pair of rows [...] without a loop" and "metric has to run under jax.vmap; only for a single pair may the map be left out": a Python loop puts N * M copies of the metric into the program.
"""

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun


def distances(metric, xs, ys):
    closed = jax.make_jaxpr(jax.vmap(metric))(xs[:1], ys[:1])
    one = jaxpr_as_fun(closed)
    numbers = [
        one(xs[i : i + 1], ys[j : j + 1])[0] for i in range(xs.shape[0]) for j in range(ys.shape[0])
    ]
    return jnp.concatenate(numbers).reshape(xs.shape[0], ys.shape[0])
