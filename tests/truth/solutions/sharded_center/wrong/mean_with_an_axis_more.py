"""Returns the mean with shape `(1, D)`.

Class: structure
Why: `mean` has the shape `(D,)`.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def _center(x):
    mean = x.mean(axis=0, keepdims=True)
    return x - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
