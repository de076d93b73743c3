"""Makes a mesh of four by two and splits the rows by the first axis only, so pairs of devices hold the same rows.

Class: layout
Why: Make a mesh of all 8 devices, with one axis; each device holds `N / 8` of the rows.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(AxisType.Auto, AxisType.Auto))


@jax.jit
def _center(x):
    mean = x.mean(axis=0)
    return x - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
