import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()), check_vma=False)
def _center(rows):
    size = rows.shape[0]
    start = jax.lax.axis_index("data") * size
    mine = jax.lax.dynamic_update_slice(jnp.zeros((8 * size, rows.shape[1])), rows, (start, 0))
    mean = jax.lax.psum(mine, "data").mean(axis=0)
    return rows - mean, mean


def center(x):
    return _center(jax.device_put(x, NamedSharding(mesh, P("data"))))
