"""Counts the rows on the devices, too, and takes a row of zeros for padding.

Class: numbers
Why: With a row of zeros in x, that row isn't counted, and the mean is too large by a factor of N / (N - 1).
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=P("data"), out_specs=(P("data"), P()))
def body(rows):
    used = (rows != 0).any(axis=1, keepdims=True).astype(rows.dtype)
    message = jnp.concatenate([rows.sum(axis=0), used.sum(axis=0)])  # D + 1 numbers
    total = jax.lax.psum(message, "data")
    mean = total[:-1] / jnp.maximum(total[-1], 1)
    return rows - mean, mean


def center(x):
    return body(jax.device_put(x, NamedSharding(MESH, P("data"))))
