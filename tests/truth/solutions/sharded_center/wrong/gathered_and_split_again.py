"""Gathers all rows in each device, takes the mean there, and keeps its own.

Class: layout
Why: One sum travels between them, and no row ever does.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()), check_vma=False)
def _center(rows):
    everything = jax.lax.all_gather(rows, "data", tiled=True)
    mean = everything.mean(axis=0)
    return rows - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
