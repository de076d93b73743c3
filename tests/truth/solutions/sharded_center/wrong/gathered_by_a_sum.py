"""One all-reduce, which adds up eight arrays of the whole shape that are zero but for the device's own rows.

Class: layout
Why: "At most D + 1 numbers travel to each device": N * D do, since this is an all-gather in disguise, and each device adds up all rows.
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
    mine = jnp.arange(8) == jax.lax.axis_index("data")
    placed = jnp.where(mine[:, None, None], rows[None], 0)
    everything = jax.lax.psum(placed, "data")
    mean = everything.mean(axis=(0, 1))
    return rows - mean, mean


def center(x):
    return run(jax.device_put(x, NamedSharding(mesh, P("data"))))
