"""Writes by hand what each device does, and adds up by `psum`."""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()))
def _center(rows):
    total = jax.lax.psum(rows.sum(axis=0), "data")
    mean = total / (8 * rows.shape[0])
    return rows - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
