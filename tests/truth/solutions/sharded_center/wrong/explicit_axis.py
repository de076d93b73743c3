"""Makes the mesh as jax.make_mesh does by itself.

Class: layout
Why: "with axes of the type AxisType.Auto": the axis is Explicit, and centered[0] raises an error for the caller.
"""

import jax
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P


@jax.jit
def run(x):
    mean = x.mean(axis=0)
    return x - mean, mean


def center(x):
    mesh = jax.make_mesh((8,), ("data",))
    return run(jax.device_put(x, NamedSharding(mesh, P("data", None))))
