"""Each device puts its sums in a slot of its own, so that all add up the eight of them in the same order.

Class: layout
Why: the only all-reduce carries a table of 8 * D numbers, and at most D + 1 may travel to each device.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@functools.cache
def plan():
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

    def part(own):
        mine = (jnp.arange(8) == jax.lax.axis_index("data")).astype(own.dtype)
        table = jax.lax.psum(mine[:, None] * own.sum(axis=0), "data")
        mean = table.sum(axis=0) / (8 * own.shape[0])
        return own - mean, mean

    mapped = jax.shard_map(part, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()))
    return NamedSharding(mesh, P("data")), jax.jit(mapped)


def center(x):
    rows, program = plan()
    centered, mean = program(jax.device_put(x, rows))
    return centered, mean
