"""States the layout of the results by constraints in the compiled function."""

import jax
import jax.numpy as jnp
from jax.lax import with_sharding_constraint
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("batch",), axis_types=(AxisType.Auto,))
data_parallel = NamedSharding(mesh, P("batch"))
replicated = NamedSharding(mesh, P())


@jax.jit
def _center(x):
    mean = with_sharding_constraint(jnp.sum(x, axis=0) / x.shape[0], replicated)
    return with_sharding_constraint(x - mean, data_parallel), mean


def center(x):
    x = jax.device_put(x, data_parallel)
    return _center(x)
