"""Takes the mean over rows and columns.

Class: numbers
Why: Compute the mean of each column and subtract it from every row.
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = jnp.broadcast_to(x.mean(), x.shape[1:])
    return x - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
