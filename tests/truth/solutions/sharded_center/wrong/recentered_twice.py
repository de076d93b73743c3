"""Centres, and centres the result once more to get rid of the rounding error.

Class: structure
Why: The program has two all-reduces for every x (the second one adds up the centred rows); exactly one is allowed.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=P("data"), out_specs=(P("data"), P()))
def body(rows):
    n = 8 * rows.shape[0]
    mean = jax.lax.psum(rows.sum(axis=0), "data") / n
    rows = rows - mean
    rest = jax.lax.psum(rows.sum(axis=0), "data") / n
    return rows - rest, mean + rest


def center(x):
    return body(jax.device_put(x, NamedSharding(MESH, P("data"))))
