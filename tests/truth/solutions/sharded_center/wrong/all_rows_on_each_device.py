"""Gives all rows to each device, adds up eight equal sums, and lets each device keep its own rows.

Class: flops
Why: Sham: for every x each device adds up all N rows, four and a half times its share of the operations, and x isn't put on the mesh split by rows.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=P(), out_specs=(P("data"), P()), check_vma=False)
def body(x):
    n = x.shape[0]
    mean = jax.lax.psum(x.sum(axis=0), "data") / (8 * n)
    start = jax.lax.axis_index("data") * (n // 8)
    rows = jax.lax.dynamic_slice_in_dim(x, start, n // 8, axis=0)
    return rows - mean, mean


def center(x):
    return body(jax.device_put(x, NamedSharding(MESH, P())))
