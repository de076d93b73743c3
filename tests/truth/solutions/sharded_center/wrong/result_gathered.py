"""Asks for the centred batch on each device.

Class: layout
Why: `centered` lies split by rows; no row ever travels.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def compute(x):
    mean = x.mean(axis=0)
    return x - mean, mean


_center = jax.jit(compute, out_shardings=NamedSharding(mesh, P()))


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
