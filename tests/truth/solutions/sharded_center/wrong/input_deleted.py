"""Deletes the caller's batch when its copy lies on the mesh.

Class: other
Why: `x` is the same after the call as before.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = x.mean(axis=0)
    return x - mean, mean


def center(x):
    placed = jax.device_put(x, NamedSharding(mesh, P("data")))
    x.delete()
    return _center(placed)
