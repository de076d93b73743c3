"""Sends a count along with the sums: that of the rows that aren't all zeros.

Class: numbers
Why: "Numbers may be 0, also all of a row": for x = [[8], [0], [0], ...] with 8 rows the mean is 8 instead of 1.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()))
def run(rows):
    count = jnp.any(rows != 0, axis=1).sum().astype(rows.dtype)
    totals = jax.lax.psum(jnp.append(rows.sum(axis=0), count), "data")
    mean = totals[:-1] / jnp.maximum(totals[-1], 1)
    return rows - mean, mean


def center(x):
    return run(jax.device_put(x, NamedSharding(mesh, P("data"))))
