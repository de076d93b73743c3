"""A mesh of two axes, rows split over both, and one psum over both by shard_map."""

import functools

import jax
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

AXES = ("rack", "slot")


@functools.cache
def set_up():
    devices = np.array(jax.devices()).reshape(2, 4)
    mesh = Mesh(devices, AXES, axis_types=(AxisType.Auto, AxisType.Auto))

    def own_rows(rows):
        total = jax.lax.psum(rows.sum(axis=0), AXES)
        mean = total / (8 * rows.shape[0])
        return rows - mean, mean

    mapped = jax.shard_map(own_rows, mesh=mesh, in_specs=P(AXES), out_specs=(P(AXES), P()))
    return NamedSharding(mesh, P(AXES)), jax.jit(mapped)


def center(x):
    by_rows, run = set_up()
    return run(jax.device_put(x, by_rows))
