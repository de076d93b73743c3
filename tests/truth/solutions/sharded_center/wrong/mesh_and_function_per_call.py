"""Makes a new compiled function on each call.

Class: retrace
Why: JAX traces your code once for each shape. A second call with other numbers traces nothing.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


def center(x):
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

    @jax.jit
    def compute(x):
        mean = x.mean(axis=0)
        return x - mean, mean

    return compute(jax.device_put(x, NamedSharding(mesh, P("data"))))
