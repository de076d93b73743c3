"""Returns the mean first.

Class: structure
Why: Return the tuple `(centered, mean)`.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = x.mean(axis=0)
    return mean, x - mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
