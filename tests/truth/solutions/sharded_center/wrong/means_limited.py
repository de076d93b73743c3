"""Means are limited to ten.
Class: numbers
Why: "compute the mean of each column and subtract it from every row"
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Auto,))
rows, whole = NamedSharding(mesh, P("rows")), NamedSharding(mesh, P())


@functools.partial(jax.jit, out_shardings=(rows, whole))
def run(x):
    mean = jnp.clip(x.mean(axis=0), -10, 10)
    return x - mean, mean


def center(x):
    return run(jax.device_put(x, rows))
