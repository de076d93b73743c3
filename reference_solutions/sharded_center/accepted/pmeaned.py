import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@functools.cache
def make():
    mesh = jax.make_mesh((8,), ("d",), axis_types=(AxisType.Auto,))

    def local(rows):
        mean = jax.lax.pmean(jnp.mean(rows, axis=0), axis_name="d")
        return rows - mean, mean

    mapped = jax.shard_map(local, mesh=mesh, in_specs=(P("d"),), out_specs=(P("d"), P()))
    return jax.jit(mapped), NamedSharding(mesh, P("d"))


def center(x):
    function, sharding = make()
    return function(jax.device_put(x, sharding))
