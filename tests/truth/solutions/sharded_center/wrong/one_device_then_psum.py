"""Computes all of it where x lies; a second program spreads the results and has a psum.

Class: decoy
Why: Sham: for every x device 0 does all of the arithmetic; the all-reduce only adds seven zeros to the finished mean.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def whole(x):
    mean = x.mean(axis=0)
    return x - mean, mean


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=(P("data"), P()), out_specs=(P("data"), P()))
def spread(rows, mean):
    first = jax.lax.axis_index("data") == 0
    return rows, jax.lax.psum(jnp.where(first, mean, 0), "data")


def center(x):
    centered, mean = whole(x)
    rows = jax.device_put(centered, NamedSharding(MESH, P("data")))
    return spread(rows, jax.device_put(mean, NamedSharding(MESH, P())))
