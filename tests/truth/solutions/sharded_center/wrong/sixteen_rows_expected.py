"""Divides by sixteen, the number of rows of the sample.

Class: example
Why: The mean of each column; `N` is a multiple of 8 and at least 8.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = x.sum(axis=0) / 16
    return x - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
