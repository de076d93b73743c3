import jax
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = Mesh(np.array(jax.devices()).reshape(2, 4), ("host", "chip"), axis_types=(AxisType.Auto,) * 2)
BOTH = ("host", "chip")


def _on_each_device(rows):
    total = jax.lax.psum(rows.sum(axis=0), BOTH)
    mean = total / (rows.shape[0] * MESH.size)
    return rows - mean, mean


_center = jax.jit(jax.shard_map(_on_each_device, mesh=MESH, in_specs=P(BOTH), out_specs=(P(BOTH), P())))


def center(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    x = jax.device_put(x, NamedSharding(MESH, P(BOTH)))
    centered, mean = _center(x)
    return centered, mean
