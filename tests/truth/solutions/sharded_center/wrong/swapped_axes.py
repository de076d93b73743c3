"""A mesh of two by four devices; the rows are split by its second axis first.

Class: layout
Why: For every x device 1 (mesh position 0, 1) holds the third eighth of the rows, not the second; the mean and all numbers are right.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((2, 4), ("host", "chip"), axis_types=(AxisType.Auto, AxisType.Auto))
ROWS = P(("chip", "host"))


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=ROWS, out_specs=(ROWS, P()))
def body(rows):
    mean = jax.lax.psum(rows.sum(axis=0), ("chip", "host")) / (8 * rows.shape[0])
    return rows - mean, mean


def center(x):
    return body(jax.device_put(x, NamedSharding(MESH, ROWS)))
