"""Splits the module outside of a `jax.jit` with a static graphdef, scans over both states, and writes the statistics back."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Report(NamedTuple):
    activity: jax.Array
    statistics: nnx.State


@functools.partial(jax.jit, static_argnames="graphdef")
def forward(x, statistics, others, *, graphdef):
    def step(h, row):
        layer = nnx.merge(graphdef, *row)
        h = layer(h)
        return h, Report(jnp.abs(h).mean(), nnx.state(layer, nnx.BatchStat))

    return jax.lax.scan(step, x, (statistics, others))


def run_layers(layers, x):
    graphdef, statistics, others = nnx.split(layers, nnx.BatchStat, ...)
    y, report = forward(x, statistics, others, graphdef=graphdef)
    nnx.update(layers, report.statistics)
    return y, report.activity
