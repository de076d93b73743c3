"""Puts each eighth on its device and joins the pieces to one array without moving them."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
sharding = NamedSharding(mesh, P("data"))


@jax.jit
def _center(x):
    mean = jnp.average(x, axis=0)
    return x - mean, mean


def center(x):
    size = x.shape[0] // 8
    pieces = []
    for i, device in enumerate(mesh.devices.flat):
        piece = x[i * size : (i + 1) * size]
        pieces.append(jax.device_put(piece, device))
    sharded = jax.make_array_from_single_device_arrays(x.shape, sharding, pieces)
    return _center(sharded)
