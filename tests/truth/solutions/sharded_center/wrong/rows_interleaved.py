"""Deals the rows out in turn, so device 0 gets rows 0, 8, 16 and so on.

Class: numbers
Why: Device 0 gets the first eighth of the rows, device 1 the second, and so on.
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
    n, d = x.shape
    dealt = x.reshape(n // 8, 8, d).swapaxes(0, 1).reshape(n, d)
    return _center(jax.device_put(dealt, NamedSharding(mesh, P("data"))))
