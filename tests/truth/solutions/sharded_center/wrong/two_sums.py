"""Computes the mean a second time after the subtraction, to correct what is left of it.

Class: layout
Why: The compiled programs hold exactly one `all-reduce`.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = x.mean(axis=0)
    first = x - mean
    rest = first.mean(axis=0)
    return first - rest, mean + rest


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
