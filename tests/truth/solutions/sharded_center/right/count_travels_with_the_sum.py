"""Lets each device send its number of rows together with its sum, as one vector."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def on_each_device(rows):
    count = jnp.full((1,), rows.shape[0], rows.dtype)
    totals = jax.lax.psum(jnp.concatenate([rows.sum(axis=0), count]), "data")
    mean = totals[:-1] / totals[-1]
    return rows - mean, mean


by_hand = jax.jit(jax.shard_map(on_each_device, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P())))


def center(x):
    return by_hand(jax.device_put(x, NamedSharding(mesh, P("data"))))
