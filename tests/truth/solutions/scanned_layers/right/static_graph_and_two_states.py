"""A jax.jit program with the graph as a static argument, which scans over both states and returns the statistics only."""

import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Row(NamedTuple):
    statistics: Any
    others: Any


class Report(NamedTuple):
    statistics: Any
    activity: jax.Array


@functools.partial(jax.jit, static_argnums=0)
def program(graphdef, stack: Row, x: jax.Array) -> tuple[jax.Array, Report]:
    def apply(x, row: Row):
        layer = nnx.merge(graphdef, *row)
        outputs = layer(x)
        return outputs, Report(nnx.state(layer, nnx.BatchStat), jnp.abs(outputs).mean())

    return jax.lax.scan(apply, x, stack)


def run_layers(layers: nnx.Module, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    graphdef, *states = nnx.split(layers, nnx.BatchStat, ...)
    y, report = program(graphdef, Row(*states), x)
    nnx.update(layers, report.statistics)
    return y, report.activity
