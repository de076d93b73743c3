"""Subtracts the mean of the first batch of each shape.

Class: memory
Why: Compute the mean of each column and subtract it from every row.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
means = {}


@jax.jit
def _center(x):
    mean = x.mean(axis=0)
    return x - mean, mean


def center(x):
    centered, mean = _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
    return centered, means.setdefault(x.shape, mean)
