"""Splits the columns where there are more of them than rows, since then nothing has to travel.

Class: layout
Why: For x of shape (8, 16) both results are split by columns, where centered has to be split by rows and mean to lie on each device, and there is no all-reduce.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def run(x):
    mean = x.mean(axis=0)
    return x - mean, mean


def center(x):
    height, width = x.shape
    by_columns = width > height and width % 8 == 0
    spec = P(None, "data") if by_columns else P("data", None)
    return run(jax.device_put(x, NamedSharding(mesh, spec)))
